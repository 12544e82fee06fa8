SELECT category, AVG(final_price) AS average_price
FROM (
  SELECT a.id, a.category, MAX(b.price) AS final_price
  FROM auction AS a
  JOIN bid AS b ON a.id = b.auction
  WHERE b.date_time BETWEEN a.date_time AND a.expires
  GROUP BY a.id, a.category
)
GROUP BY category
