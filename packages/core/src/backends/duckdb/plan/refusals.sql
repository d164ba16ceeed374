-- Questions that the planner leaves as they are, and why.

-- A LIMIT
SELECT author FROM videos WHERE region = 'SE' LIMIT 5000000;
-- refused by push-limit: the query has a LIMIT of its own

-- A share of the rows
SELECT author FROM videos WHERE region = 'SE' LIMIT 10%;
-- refused by push-limit: the query has a LIMIT of its own

-- OFFSET alone
SELECT author FROM videos WHERE region = 'SE' OFFSET 10;
-- refused by push-limit: the query has a LIMIT of its own
