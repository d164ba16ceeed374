# Recipes of docs/bi.md for R: one line per fact, "name=value". The argument is the URL of a read token without its ending.
base <- commandArgs(trailingOnly = TRUE)[1]
rows <- read.csv(paste0(base, ".csv"))
cat("rows=", nrow(rows), "\n", "plays=", sum(rows$plays), "\n", sep = "")
