/**
 * What one statement may ask for at most. They bound what DuckDB does before it can be interrupted (parsing,
 * binding, folding constants) and single calls that allocate outside of its memory limit; what a query costs
 * while it runs is the business of the execute stage. Figures: DuckDB 1.5.6, one core.
 */
export const admitLimits = {
  /** AST nodes. An `IN` list of 5,000 numbers binds in 18 ms. */
  nodesMax: 6_000,
  /** Levels of the AST. `1+1+…` 100 deep binds in 33 ms, 800 deep in 18 s. */
  depthMax: 120,
  /** Subqueries inside of expressions; 16 levels of EXISTS take 190 ms to bind, 24 take seconds. */
  subqueryDepthMax: 12,
  /** Subqueries of any kind. */
  subqueriesMax: 100,
  /** Lambdas, and JSON arrows, which DuckDB parses alike: 12 arrows 10 ms, 26 arrows 18 s. */
  lambdaDepthMax: 8,
  /** Copies that nested macros make of their innermost argument: 300 is about 20 ms. */
  macroCopiesMax: 300,
  joinsMax: 40,
  ctesMax: 60,
  /** Copies of CTE bodies if each reference were written out, as `NOT MATERIALIZED` does: 1,000 bind in 90 ms. */
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
   * Rows of `range` and `generate_series` in FROM, when their bounds are constants. They stream, so they may be
   * many.
   */
  seriesRowsMax: 10_000_000,
  /** Widths and precisions inside of a `printf` or `format` text. */
  formatWidthMax: 200,
  /** `%` in a constant LIKE pattern, `*` in a GLOB: both are matched by backtracking. */
  likeWildcardsMax: 24,
  globWildcardsMax: 6,
  /** Characters of a constant regular expression. RE2 runs in linear time, but compiles what it is given. */
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
  arrayElementsMax: 10_000,
  enumValuesMax: 200,
  /** Violations that are reported of one statement. */
  violationsMax: 20,
} as const;
