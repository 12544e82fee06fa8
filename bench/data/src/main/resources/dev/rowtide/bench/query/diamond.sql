SELECT b.auction, b.bidder, b.price, h.bids
FROM bid AS b
JOIN (SELECT auction, MAX(price) AS highest, COUNT(*) AS bids FROM bid GROUP BY auction) AS h
  ON b.auction = h.auction AND b.price = h.highest
