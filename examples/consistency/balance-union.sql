-- Every transfer adds to one account what it takes from another: all balances sum to 0, at any time.
CREATE TABLE transfers (id BIGINT, payer STRING, payee STRING, amount BIGINT)
WITH ('connector' = 'filesystem', 'path' = 'examples/consistency/transfers.jsonl', 'format' = 'json');

CREATE VIEW bookings AS
SELECT payee AS account, amount FROM transfers
UNION ALL
SELECT payer AS account, -amount AS amount FROM transfers;

CREATE VIEW balances AS SELECT account, SUM(amount) AS balance FROM bookings GROUP BY account;

SELECT SUM(balance) AS total FROM balances;
