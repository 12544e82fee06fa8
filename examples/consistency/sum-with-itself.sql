-- A sum joined with itself: both columns are the same number.
CREATE TABLE transfers (id BIGINT, payer STRING, payee STRING, amount BIGINT)
WITH ('connector' = 'filesystem', 'path' = 'examples/consistency/transfers.jsonl', 'format' = 'json');

CREATE VIEW credits AS SELECT payee AS account, SUM(amount) AS credit FROM transfers GROUP BY payee;

SELECT a.account, a.credit AS credit, b.credit AS same_credit
FROM credits AS a JOIN credits AS b ON a.account = b.account;
