# RPostgreSQL of Debian against a started service: one line per fact, "name=value".
suppressMessages(library(RPostgreSQL))
tell <- function(name, value) cat(name, "=", paste(value, collapse = ","), "\n", sep = "")
connection <- dbConnect(
  PostgreSQL(),
  host = Sys.getenv("PGHOST"), port = as.integer(Sys.getenv("PGPORT")), dbname = Sys.getenv("PGDATABASE"),
  user = Sys.getenv("PGUSER"), password = Sys.getenv("PGPASSWORD")
)
tell("tables", "videos" %in% dbListTables(connection))
tell("fields", head(dbListFields(connection, "videos"), 2))
rows <- dbGetQuery(connection, "SELECT author, count(*) AS n, max(create_time) AS newest FROM videos GROUP BY 1 ORDER BY 1")
tell("rows", nrow(rows))
tell("sum", sum(rows$n))
result <- dbSendQuery(connection, "SELECT video_id, play_count FROM videos ORDER BY play_count")
tell("fetched", nrow(fetch(result, n = 10)))
invisible(dbClearResult(result))
failed <- tryCatch(dbGetQuery(connection, "SELECT nosuch FROM videos"), error = function(e) conditionMessage(e), warning = function(w) conditionMessage(w))
tell("error", grepl("nosuch", failed))
tell("after", dbGetQuery(connection, "SELECT 2 AS x")$x)
invisible(dbDisconnect(connection))
