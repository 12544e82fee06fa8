CREATE TABLE clicks (user_id BIGINT) WITH ('connector' = 'memory', 'rows' = 'clicks');

CREATE TABLE users (
  user_id BIGINT,
  since BIGINT,
  PRIMARY KEY (user_id) NOT ENFORCED
) WITH ('connector' = 'memory', 'rows' = 'users')
