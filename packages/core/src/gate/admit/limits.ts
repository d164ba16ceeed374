/**
 * Limits on one statement. They bound what DuckDB does before it can be interrupted (parsing, binding, constant
 * folding) and single calls that allocate memory outside its memory limit. The execute stage bounds what a query
 * costs while it runs. Measured with DuckDB 1.5.6 on one core.
 */
export const admitLimits = {
  /** AST nodes. An `IN` list of 5,000 numbers binds in 18 ms. */
  nodesMax: 6_000,
  /** Levels of the AST. `1+1+…` 100 deep binds in 33 ms, 800 deep in 18 s. */
  depthMax: 120,
  /** Subqueries inside expressions; 16 levels of EXISTS take 190 ms to bind, 24 take seconds. */
  subqueryDepthMax: 12,
  /** Subqueries of any kind. */
  subqueriesMax: 100,
  /** Lambdas, and JSON arrows, which DuckDB parses as lambdas: 12 arrows 10 ms, 26 arrows 18 s. */
  lambdaDepthMax: 8,
  /** Copies that nested macros make of their innermost argument: 300 take about 20 ms. */
  macroCopiesMax: 300,
  joinsMax: 40,
  ctesMax: 60,
  /** Copies of CTE bodies if each reference were inlined, as `NOT MATERIALIZED` does: 1,000 bind in 90 ms. */
  cteCopiesMax: 1_000,
  groupingSetsMax: 256,
  pivotValuesMax: 500,
  /** Characters of a constant that one call makes: `repeat`, `lpad`, a width of `printf`. */
  paddingMax: 10_000,
  /** Elements of a list that one call makes: `range` as a list, `list_resize`. */
  listElementsMax: 20_000,
  /** Product of the above where such calls are nested. */
  growthMax: 1_000_000,
  /**
   * Rows of `range` and `generate_series` in FROM, when their bounds are constants. The limit is high because they
   * stream.
   */
  seriesRowsMax: 10_000_000,
  /** Widths and precisions inside a `printf` or `format` string. */
  formatWidthMax: 200,
  /** `%` in a constant LIKE pattern, `*` in a GLOB: both are matched by backtracking. */
  likeWildcardsMax: 24,
  globWildcardsMax: 6,
  /** Characters of a constant regular expression. RE2 matches in linear time, but it has to compile the pattern. */
  regularExpressionMax: 2_000,
  /** Characters of a constant date format. */
  dateFormatMax: 200,
  quantilesMax: 100,
  topMax: 1_000,
  /** Values that `reservoir_quantile` keeps per group. */
  reservoirMax: 100_000,
  binsMax: 1_000,
  /** Levels of a type such as `INTEGER[][]`, and elements of a fixed-size array type over all its levels. */
  typeDepthMax: 8,
  /** Levels of the structure that `json_transform` gives a document: 64 bind in 10 ms, 1,000 not in seconds. */
  structureDepthMax: 64,
  arrayElementsMax: 10_000,
  enumValuesMax: 200,
  /** Violations that are reported per statement. */
  violationsMax: 20,
} as const;
