-- Values of the session, which look like columns.
SELECT user;
SELECT current_user FROM videos;
SELECT session_user;
SELECT current_role;
SELECT current_catalog;
SELECT current_schema;
