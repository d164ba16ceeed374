/**
 * DuckDB's bound plan as a closed description: every operator and expression, every key it has, and the values that the
 * emitter knows the meaning of. A key or value that is not described refuses the query, so what a later DuckDB adds
 * cannot change an answer unseen.
 */

export type Slot =
  /** Names, places, and facts that change no answer. */
  | 'any'
  | 'text'
  | 'flag'
  | 'number'
  | 'numbers'
  /** A whole number that is large where nothing is meant. */
  | 'index'
  | 'type'
  | 'types'
  | 'value'
  | 'values'
  /** null, '', false or []. */
  | 'nothing'
  | 'expression'
  | 'maybe expression'
  | 'expressions'
  | 'rows of expressions'
  | 'operators'
  | `one ${string}`
  | `maybe ${string}`
  | `list ${string}`
  | readonly unknown[];

export type Shape = Readonly<Record<string, Slot>>;

const base = { type: 'text', children: 'operators' } as const;
const join = {
  ...base,
  join_type: ['INNER', 'LEFT', 'RIGHT', 'FULL', 'OUTER', 'MARK', 'SINGLE', 'SEMI', 'ANTI'],
  mark_index: 'index',
  left_projection_map: 'nothing',
  right_projection_map: 'nothing',
} as const;
const comparisonJoin = {
  ...join,
  conditions: 'list condition',
  mark_types: 'types',
  duplicate_eliminated_columns: 'expressions',
  delim_flipped: [false],
  predicate: 'nothing',
} as const;
const setOperation = {
  ...base,
  table_index: 'number',
  column_count: 'number',
  setop_all: 'flag',
  allow_out_of_order: 'any',
} as const;

export const operators: Readonly<Record<string, Shape>> = {
  LOGICAL_AGGREGATE_AND_GROUP_BY: {
    ...base,
    expressions: 'expressions',
    group_index: 'number',
    aggregate_index: 'number',
    groupings_index: 'index',
    groups: 'expressions',
    grouping_sets: 'any',
    grouping_functions: 'any',
    distinct_validity: 'any',
  },
  LOGICAL_ANY_JOIN: { ...join, condition: 'expression' },
  LOGICAL_COMPARISON_JOIN: comparisonJoin,
  LOGICAL_DELIM_JOIN: comparisonJoin,
  LOGICAL_CROSS_PRODUCT: base,
  LOGICAL_CTE_REF: {
    ...base,
    table_index: 'number',
    cte_index: 'number',
    chunk_types: 'types',
    bound_columns: 'any',
    is_recurring: [false],
  },
  LOGICAL_DELIM_GET: { ...base, table_index: 'number', chunk_types: 'types' },
  LOGICAL_DISTINCT: {
    ...base,
    distinct_type: ['DISTINCT', 'DISTINCT_ON'],
    distinct_targets: 'expressions',
    order_by: 'maybe orders',
  },
  LOGICAL_DUMMY_SCAN: { ...base, table_index: 'number' },
  LOGICAL_EMPTY_RESULT: { ...base, return_types: 'types', bindings: 'any' },
  LOGICAL_EXCEPT: setOperation,
  LOGICAL_EXPRESSION_GET: {
    ...base,
    table_index: 'number',
    expr_types: 'types',
    expressions: 'rows of expressions',
  },
  LOGICAL_FILTER: { ...base, expressions: 'expressions', projection_map: 'numbers' },
  LOGICAL_GET: {
    ...base,
    table_index: 'number',
    returned_types: 'types',
    names: 'any',
    projection_ids: 'numbers',
    table_filters: 'one filters',
    name: 'text',
    arguments: 'types',
    original_arguments: 'types',
    catalog_name: 'any',
    schema_name: 'any',
    has_serialize: 'any',
    function_data: 'maybe tableData',
    parameters: 'values',
    named_parameters: 'nothing',
    input_table_types: 'types',
    input_table_names: 'any',
    projected_input: 'numbers',
    column_indexes: 'list columnIndex',
    extra_info: 'one extraInfo',
    ordinality_idx: 'index',
    row_group_order_options: 'nothing',
  },
  LOGICAL_INTERSECT: setOperation,
  LOGICAL_LIMIT: { ...base, limit_val: 'one limit', offset_val: 'one limit' },
  LOGICAL_MATERIALIZED_CTE: {
    ...base,
    table_index: 'number',
    column_count: 'number',
    ctename: 'any',
    materialize: 'any',
  },
  LOGICAL_ORDER_BY: { ...base, orders: 'list order', projections: 'numbers' },
  LOGICAL_PROJECTION: { ...base, table_index: 'number', expressions: 'expressions' },
  LOGICAL_SAMPLE: { ...base, sample_options: 'one sample' },
  LOGICAL_UNION: setOperation,
  LOGICAL_UNNEST: { ...base, unnest_index: 'number', expressions: 'expressions' },
  LOGICAL_WINDOW: { ...base, window_index: 'number', expressions: 'expressions' },
};

const expression = { expression_class: 'text', type: 'text', alias: 'any', query_location: 'any' } as const;
const typed = { ...expression, return_type: 'type' } as const;
const call = {
  ...typed,
  children: 'expressions',
  name: 'text',
  arguments: 'types',
  original_arguments: 'types',
  catalog_name: 'any',
  schema_name: 'any',
  has_serialize: 'any',
} as const;
const comparisons = [
  'COMPARE_EQUAL',
  'COMPARE_NOTEQUAL',
  'COMPARE_LESSTHAN',
  'COMPARE_GREATERTHAN',
  'COMPARE_LESSTHANOREQUALTO',
  'COMPARE_GREATERTHANOREQUALTO',
  'COMPARE_DISTINCT_FROM',
  'COMPARE_NOT_DISTINCT_FROM',
] as const;

/** By `expression_class`. */
export const expressions: Readonly<Record<string, Shape>> = {
  BOUND_AGGREGATE: {
    ...call,
    aggregate_type: ['DISTINCT', 'NON_DISTINCT'],
    filter: 'maybe expression',
    order_bys: 'maybe orders',
    function_data: 'maybe aggregateData',
  },
  BOUND_BETWEEN: {
    ...expression,
    input: 'expression',
    lower: 'expression',
    upper: 'expression',
    lower_inclusive: 'flag',
    upper_inclusive: 'flag',
  },
  BOUND_CASE: { ...typed, case_checks: 'list caseCheck', else_expr: 'expression' },
  BOUND_CAST: { ...typed, child: 'expression', try_cast: 'flag' },
  BOUND_COLUMN_REF: { ...typed, binding: 'one binding', depth: [0] },
  BOUND_COMPARISON: { ...expression, type: comparisons, left: 'expression', right: 'expression' },
  BOUND_CONJUNCTION: {
    ...expression,
    type: ['CONJUNCTION_AND', 'CONJUNCTION_OR'],
    children: 'expressions',
  },
  BOUND_CONSTANT: { ...expression, value: 'value' },
  BOUND_FUNCTION: { ...call, is_operator: 'any', function_data: 'maybe scalarData' },
  BOUND_OPERATOR: {
    ...typed,
    type: [
      'COMPARE_IN',
      'COMPARE_NOT_IN',
      'OPERATOR_COALESCE',
      'OPERATOR_IS_NOT_NULL',
      'OPERATOR_IS_NULL',
      'OPERATOR_NOT',
      'OPERATOR_NULLIF',
    ],
    children: 'expressions',
  },
  BOUND_REF: { ...typed, index: 'number' },
  BOUND_UNNEST: { ...typed, child: 'expression' },
  BOUND_WINDOW: {
    ...typed,
    children: 'expressions',
    partitions: 'expressions',
    orders: 'list order',
    filters: 'maybe expression',
    ignore_nulls: 'flag',
    start: 'text',
    end: 'text',
    start_expr: 'maybe expression',
    end_expr: 'maybe expression',
    offset_expr: 'maybe expression',
    default_expr: 'maybe expression',
    exclude_clause: 'text',
    distinct: 'flag',
    arg_orders: 'list order',
    name: 'text',
    arguments: 'types',
    original_arguments: 'types',
    catalog_name: 'any',
    schema_name: 'any',
    has_serialize: 'any',
    function_data: 'maybe aggregateData',
  },
};

/** Other objects, by the name that a slot gives them. */
export const parts: Readonly<Record<string, Shape>> = {
  aggregateData: {
    quantiles: 'any',
    order: 'any',
    desc: 'flag',
    separator: 'text',
    sample_size: 'any',
    min: 'any',
    max: 'any',
  },
  binding: { table_index: 'number', column_index: 'number' },
  caseCheck: { when_expr: 'expression', then_expr: 'expression' },
  columnIndex: {
    index: 'index',
    child_indexes: 'nothing',
    index_type: ['FULL_READ'],
    type: 'any',
    field: 'nothing',
    has_index: [true],
  },
  condition: { left: 'expression', right: 'expression', comparison: comparisons },
  extraInfo: {
    file_filters: 'nothing',
    total_files: 'any',
    filtered_files: 'any',
    sample_options: 'nothing',
  },
  filters: { filters: 'nothing' },
  limit: {
    type: ['UNSET', 'CONSTANT_VALUE', 'CONSTANT_PERCENTAGE'],
    constant_integer: 'index',
    constant_percentage: 'any',
    expression: 'nothing',
  },
  order: {
    type: ['ASCENDING', 'DESCENDING'],
    null_order: ['NULLS FIRST', 'NULLS LAST'],
    expression: 'expression',
  },
  orders: { orders: 'list order' },
  sample: {
    sample_size: 'value',
    is_percentage: 'flag',
    method: ['Reservoir', 'System', 'Bernoulli'],
    seed: 'any',
  },
  scalarData: {
    check_overflow: 'any',
    return_type: 'any',
    arguments: 'any',
    lambda_expr: 'maybe expression',
    has_index: 'flag',
    has_initial: 'flag',
    tz_setting: ['UTC'],
    cal_setting: ['gregorian'],
    part_codes: 'any',
    variable_return_type: 'any',
    bind_data: 'any',
  },
  tableData: {
    catalog: 'text',
    schema: 'text',
    table: 'text',
    is_index_scan: [false],
    is_create_index: [false],
    result_ids: 'nothing',
  },
};
