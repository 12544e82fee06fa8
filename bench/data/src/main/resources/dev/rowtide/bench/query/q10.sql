SELECT
  auction, bidder, price, date_time, extra,
  DATE_FORMAT(date_time, 'yyyy-MM-dd') AS bid_day,
  DATE_FORMAT(date_time, 'HH:mm') AS bid_minute
FROM bid
