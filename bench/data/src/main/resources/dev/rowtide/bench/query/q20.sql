SELECT
  b.auction, b.bidder, b.price, b.channel, b.url, b.date_time AS bid_date_time, b.extra AS bid_extra,
  a.itemName, a.description, a.initialBid, a.reserve, a.date_time, a.expires, a.seller, a.category, a.extra
FROM bid AS b
JOIN auction AS a ON b.auction = a.id
WHERE a.category = 10
