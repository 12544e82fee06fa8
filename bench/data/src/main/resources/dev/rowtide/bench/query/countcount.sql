SELECT clicks, COUNT(*) AS users
FROM (SELECT user_id, COUNT(*) AS clicks FROM clicks GROUP BY user_id)
GROUP BY clicks
