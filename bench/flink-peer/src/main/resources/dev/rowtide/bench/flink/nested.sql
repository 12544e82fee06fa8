CREATE TABLE events (
  event_type INT,
  person ROW<
    id BIGINT, name VARCHAR, emailAddress VARCHAR, creditCard VARCHAR, city VARCHAR, state VARCHAR,
    date_time TIMESTAMP(3), extra VARCHAR>,
  auction ROW<
    id BIGINT, itemName VARCHAR, description VARCHAR, initialBid BIGINT, reserve BIGINT,
    date_time TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT, extra VARCHAR>,
  bid ROW<
    auction BIGINT, bidder BIGINT, price BIGINT, channel VARCHAR, url VARCHAR,
    date_time TIMESTAMP(3), extra VARCHAR>,
  date_time AS
    CASE
      WHEN event_type = 0 THEN person.date_time
      WHEN event_type = 1 THEN auction.date_time
      ELSE bid.date_time
    END,
  WATERMARK FOR date_time AS date_time - INTERVAL '4' SECOND
) WITH ('connector' = 'memory', 'rows' = 'events');

CREATE VIEW bid AS
SELECT bid.auction, bid.bidder, bid.price, bid.channel, bid.url, date_time, bid.extra
FROM events
WHERE event_type = 2;

CREATE VIEW auction AS
SELECT
  auction.id, auction.itemName, auction.description, auction.initialBid, auction.reserve, date_time,
  auction.expires, auction.seller, auction.category, auction.extra
FROM events
WHERE event_type = 1;

CREATE VIEW person AS
SELECT
  person.id, person.name, person.emailAddress, person.creditCard, person.city, person.state, date_time,
  person.extra
FROM events
WHERE event_type = 0;

CREATE TABLE side_input (
  side_key BIGINT,
  side_value BIGINT
) WITH ('connector' = 'memory', 'rows' = 'side')
