SELECT user_id, window_start AS starts, COUNT(*) AS visits
FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(seen), INTERVAL '10' SECOND))
GROUP BY user_id, window_start, window_end
