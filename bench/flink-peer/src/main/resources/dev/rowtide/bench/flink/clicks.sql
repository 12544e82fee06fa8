CREATE TABLE clicks (user_id BIGINT) WITH ('connector' = 'memory', 'rows' = 'clicks')
