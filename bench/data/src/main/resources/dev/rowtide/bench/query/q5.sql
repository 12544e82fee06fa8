SELECT counted.auction, counted.bids
FROM (
  SELECT auction, COUNT(*) AS bids, window_start AS starts, window_end AS ends
  FROM TABLE(HOP(TABLE bid, DESCRIPTOR(date_time), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
  GROUP BY auction, window_start, window_end
) AS counted
JOIN (
  SELECT MAX(bids) AS most, starts, ends
  FROM (
    SELECT COUNT(*) AS bids, window_start AS starts, window_end AS ends
    FROM TABLE(HOP(TABLE bid, DESCRIPTOR(date_time), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
    GROUP BY auction, window_start, window_end
  ) AS counts
  GROUP BY starts, ends
) AS highest
ON counted.starts = highest.starts AND counted.ends = highest.ends AND counted.bids >= highest.most
