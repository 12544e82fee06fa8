WITH seen_bid AS (SELECT *, PROCTIME() AS seen FROM bid)
SELECT bidder, COUNT(*) AS bids, window_start AS starts, window_end AS ends
FROM TABLE(TUMBLE(TABLE seen_bid, DESCRIPTOR(seen), INTERVAL '10' SECOND))
GROUP BY bidder, window_start, window_end
