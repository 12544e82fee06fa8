SELECT
  auction,
  bidder,
  price,
  channel,
  SPLIT_INDEX(url, '/', 3) AS folder1,
  SPLIT_INDEX(url, '/', 4) AS folder2,
  SPLIT_INDEX(url, '/', 5) AS folder3
FROM bid
