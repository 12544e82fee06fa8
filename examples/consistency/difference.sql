-- All amounts, and the small and the large ones: two sums of the same numbers.
CREATE TABLE transfers (id BIGINT, payer STRING, payee STRING, amount BIGINT)
WITH ('connector' = 'filesystem', 'path' = 'examples/consistency/transfers.jsonl', 'format' = 'json');

CREATE VIEW whole AS SELECT SUM(amount) AS amounts FROM transfers;
CREATE VIEW parts AS
SELECT SUM(CASE WHEN amount < 50 THEN amount ELSE 0 END) + SUM(CASE WHEN amount >= 50 THEN amount ELSE 0 END) AS amounts
FROM transfers;

SELECT whole.amounts AS amounts, whole.amounts - parts.amounts AS difference FROM whole, parts;
