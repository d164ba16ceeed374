-- No SQL at all.
SELEC 1;
SELECT * FROM;
SELECT [author] FROM [videos];
SELECT 'unterminated;
SELECT 1 /* unterminated;
' OR '1'='1;
{"$gt": ""};
SELECT TOP 10 * FROM videos;
