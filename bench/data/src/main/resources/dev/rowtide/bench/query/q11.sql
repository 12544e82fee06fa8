SELECT
  bidder,
  COUNT(*) AS bids,
  SESSION_START(date_time, INTERVAL '10' SECOND) AS starts,
  SESSION_END(date_time, INTERVAL '10' SECOND) AS ends
FROM bid
GROUP BY bidder, SESSION(date_time, INTERVAL '10' SECOND)
