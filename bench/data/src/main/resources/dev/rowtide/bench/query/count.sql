SELECT user_id, COUNT(*) AS clicks
FROM clicks
GROUP BY user_id
