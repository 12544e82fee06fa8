-- How many clicks has each user made? The answer corrects itself with every click:
-- a new user is inserted (+I), an old count is taken back (-U) and the new one put in (+U).

CREATE TABLE clicks (
    user_id STRING,
    url     STRING,
    dwell   INT,            -- seconds spent on the page
    ts      TIMESTAMP(3)
) WITH (
    'connector' = 'filesystem',
    'path' = 'examples/clicks/clicks.jsonl',
    'format' = 'json'
);

SELECT user_id, COUNT(*) AS clicks
FROM clicks
GROUP BY user_id;
