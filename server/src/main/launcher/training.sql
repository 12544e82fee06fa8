-- Run once after a build: the classes that these statements load go into the class-data archive.
CREATE TABLE clicks (user_id STRING, url STRING, dwell INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
WITH ('connector' = 'filesystem', 'path' = 'examples/clicks/clicks.jsonl', 'format' = 'json');
CREATE VIEW long_clicks AS SELECT user_id, url, dwell FROM clicks WHERE dwell > 60;
SELECT user_id, COUNT(*) AS clicks FROM clicks GROUP BY user_id;
SELECT url, COUNT(*) AS n, SUM(dwell) AS total, AVG(dwell) AS mean, MIN(dwell) AS low, MAX(dwell) AS high FROM long_clicks GROUP BY url HAVING n > 2;
SELECT UPPER(user_id), CASE WHEN dwell > 10 THEN 'long' ELSE 'short' END, dwell * 2 + 1, ts FROM clicks WHERE url LIKE '/p%' AND dwell > 5;
SELECT clicks, COUNT(*) AS users FROM (SELECT user_id, COUNT(*) AS clicks FROM clicks GROUP BY user_id) GROUP BY clicks;
SELECT weather, MAX(temp_max) AS warmest FROM 'examples/weather/seattle-weather-2012.csv' GROUP BY weather;
SELECT 1 + 1 UNION ALL SELECT 2;
CREATE TABLE counts (user_id STRING, clicks BIGINT, PRIMARY KEY (user_id) NOT ENFORCED) WITH ('connector' = 'blackhole');
INSERT INTO counts SELECT user_id, COUNT(*) FROM clicks GROUP BY user_id;
EXPLAIN CHANGELOG_MODE INSERT INTO counts SELECT user_id, COUNT(*) FROM clicks GROUP BY user_id;
SHOW TABLES;
DESCRIBE clicks;
