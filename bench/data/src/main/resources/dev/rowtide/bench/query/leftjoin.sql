SELECT u.user_id, u.since, c.clicks
FROM users AS u
LEFT JOIN (SELECT user_id, COUNT(*) AS clicks FROM clicks GROUP BY user_id) AS c ON u.user_id = c.user_id
