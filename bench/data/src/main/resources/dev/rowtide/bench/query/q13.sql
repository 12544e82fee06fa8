SELECT b.auction, b.bidder, b.price, b.date_time, s.side_value
FROM (SELECT *, PROCTIME() AS seen FROM bid) AS b
JOIN side_input FOR SYSTEM_TIME AS OF b.seen AS s ON MOD(b.auction, 10000) = s.side_key
