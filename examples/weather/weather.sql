-- For each kind of weather: the days so far, the warmest of them, and the rain that fell.
-- The columns are read off the file; the hottest day is corrected whenever a hotter one comes.

SELECT weather,
       COUNT(*)                                  AS days,
       MAX(temp_max)                             AS warmest,
       CAST(SUM(precipitation) AS DECIMAL(8, 1)) AS rain
FROM 'examples/weather/seattle-weather-2012.csv'
GROUP BY weather;
