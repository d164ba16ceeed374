-- More than one statement.
SELECT 1; SELECT 2;
SELECT 1; DROP TABLE videos;
SELECT $$;$$; SELECT 2;
SELECT 1 /* ; */; /* */ SELECT 2;
; SELECT 1;
