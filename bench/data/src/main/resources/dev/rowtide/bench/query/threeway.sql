SELECT b.auction, b.bidder, b.price, a.itemName, a.category, p.name, p.city
FROM bid AS b
JOIN auction AS a ON b.auction = a.id
JOIN person AS p ON a.seller = p.id
