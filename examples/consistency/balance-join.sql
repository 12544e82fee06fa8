-- The same with a join: what each account got, less what it gave.
CREATE TABLE transfers (id BIGINT, payer STRING, payee STRING, amount BIGINT)
WITH ('connector' = 'filesystem', 'path' = 'examples/consistency/transfers.jsonl', 'format' = 'json');

CREATE VIEW credits AS SELECT payee AS account, SUM(amount) AS credit FROM transfers GROUP BY payee;
CREATE VIEW debits AS SELECT payer AS account, SUM(amount) AS debit FROM transfers GROUP BY payer;
CREATE VIEW balances AS
SELECT COALESCE(credits.account, debits.account) AS account, COALESCE(credit, 0) - COALESCE(debit, 0) AS balance
FROM credits FULL JOIN debits ON credits.account = debits.account;

SELECT SUM(balance) AS total FROM balances;
