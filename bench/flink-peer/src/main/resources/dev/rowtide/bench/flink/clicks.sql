CREATE TABLE clicks (user_id BIGINT) WITH ('connector' = 'memory', 'rows' = 'clicks');

CREATE TABLE users (
  user_id BIGINT,
  since BIGINT,
  PRIMARY KEY (user_id) NOT ENFORCED
) WITH ('connector' = 'memory', 'rows' = 'users');

CREATE TABLE visits (
  user_id BIGINT,
  seen TIMESTAMP(3),
  WATERMARK FOR seen AS seen - INTERVAL '4' SECOND
) WITH ('connector' = 'memory', 'rows' = 'visits')
