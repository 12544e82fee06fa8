SELECT b.auction, b.price, b.bidder, b.date_time, b.extra
FROM bid AS b
JOIN (
  SELECT MAX(price) AS highest, window_end AS ends
  FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(date_time), INTERVAL '10' SECOND))
  GROUP BY window_start, window_end
) AS w
ON b.price = w.highest
WHERE b.date_time BETWEEN w.ends - INTERVAL '10' SECOND AND w.ends
