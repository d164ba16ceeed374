/**
 * DuckDB's AST as a closed description: every kind of node, every key it has, and the type of each key's value. The
 * walk admits only what is described here, so a construct that a later DuckDB version adds is refused until it has
 * been reviewed.
 */

/** The DuckDB version whose AST this describes. For a new version, the test `ast-shape.test.ts` says what to review. */
export const reviewedDuckdbVersion = 'v1.5.6';

export type Family =
  | 'statement'
  | 'query'
  | 'cte'
  | 'modifier'
  | 'order'
  | 'table'
  | 'expression'
  | 'caseCheck'
  | 'named'
  | 'pivot'
  | 'pivotEntry'
  | 'sample'
  | 'functionCall';

export type Slot =
  /** A string, boolean or number; a list of strings; null, '', false or []; anything that contains no node. */
  | 'text'
  | 'flag'
  | 'number'
  | 'texts'
  | 'nothing'
  | 'data'
  /** A constant, a type: described in `types.ts`. */
  | 'constant'
  | 'constants'
  | 'type'
  | 'types'
  /** A node, a node or null, a list of nodes, a list of lists of nodes. */
  | `one ${Family}`
  | `maybe ${Family}`
  | `list ${Family}`
  | `rows ${Family}`
  | readonly string[];

export type Shape = Readonly<Record<string, Slot>>;

const queryBase = { modifiers: 'list modifier', cte_map: 'data' } as const;
const tableBase = { alias: 'text', sample: 'maybe sample', query_location: 'number' } as const;
const expressionBase = { type: 'text', alias: 'text', query_location: 'number' } as const;
const rowOrder = ['ORDER_DEFAULT', 'ASCENDING', 'DESCENDING'] as const;

const call = {
  ...expressionBase,
  class: ['FUNCTION'],
  function_name: 'text',
  schema: 'text',
  catalog: 'text',
  children: 'list expression',
  filter: 'maybe expression',
  order_bys: 'one modifier',
  distinct: 'flag',
  is_operator: 'flag',
  export_state: 'nothing',
} as const satisfies Shape;

const expressions: Readonly<Record<string, Shape>> = {
  BETWEEN: { ...expressionBase, input: 'one expression', lower: 'one expression', upper: 'one expression' },
  CASE: { ...expressionBase, case_checks: 'list caseCheck', else_expr: 'maybe expression' },
  CAST: { ...expressionBase, child: 'one expression', cast_type: 'type', try_cast: 'flag' },
  COLLATE: { ...expressionBase, child: 'one expression', collation: 'text' },
  COLUMN_REF: { ...expressionBase, column_names: 'texts' },
  COMPARISON: { ...expressionBase, left: 'one expression', right: 'one expression' },
  CONJUNCTION: {
    ...expressionBase,
    type: ['CONJUNCTION_AND', 'CONJUNCTION_OR'],
    children: 'list expression',
  },
  CONSTANT: { ...expressionBase, value: 'constant' },
  FUNCTION: call,
  LAMBDA: { ...expressionBase, lhs: 'one expression', expr: 'one expression' },
  OPERATOR: {
    ...expressionBase,
    type: [
      'ARRAY_CONSTRUCTOR',
      'ARRAY_EXTRACT',
      'ARRAY_SLICE',
      'COMPARE_IN',
      'COMPARE_NOT_IN',
      'GROUPING_FUNCTION',
      'OPERATOR_COALESCE',
      'OPERATOR_IS_NOT_NULL',
      'OPERATOR_IS_NULL',
      'OPERATOR_NOT',
      'OPERATOR_NULLIF',
      'OPERATOR_TRY',
      'OPERATOR_UNPACK',
      'STRUCT_EXTRACT',
    ],
    children: 'list expression',
  },
  PARAMETER: { ...expressionBase, identifier: 'text' },
  POSITIONAL_REFERENCE: { ...expressionBase, index: 'number' },
  STAR: {
    ...expressionBase,
    relation_name: 'text',
    exclude_list: 'texts',
    replace_list: 'list named',
    columns: 'flag',
    expr: 'maybe expression',
    qualified_exclude_list: 'data',
    rename_list: 'data',
  },
  SUBQUERY: {
    ...expressionBase,
    subquery_type: ['SCALAR', 'EXISTS', 'NOT_EXISTS', 'ANY'],
    subquery: 'one statement',
    child: 'maybe expression',
    comparison_type: 'text',
  },
  WINDOW: {
    ...expressionBase,
    function_name: 'text',
    schema: 'text',
    catalog: 'text',
    children: 'list expression',
    partitions: 'list expression',
    orders: 'list order',
    start: 'text',
    end: 'text',
    start_expr: 'maybe expression',
    end_expr: 'maybe expression',
    offset_expr: 'maybe expression',
    default_expr: 'maybe expression',
    ignore_nulls: 'flag',
    filter_expr: 'maybe expression',
    exclude_clause: 'text',
    distinct: 'flag',
    arg_orders: 'list order',
  },
};

const tables: Readonly<Record<string, Shape>> = {
  BASE_TABLE: {
    ...tableBase,
    schema_name: 'text',
    table_name: 'text',
    catalog_name: 'text',
    column_name_alias: 'texts',
    at_clause: 'data',
  },
  EMPTY: tableBase,
  EXPRESSION_LIST: {
    ...tableBase,
    expected_names: 'texts',
    expected_types: 'types',
    values: 'rows expression',
  },
  JOIN: {
    ...tableBase,
    left: 'one table',
    right: 'one table',
    condition: 'maybe expression',
    join_type: ['INNER', 'LEFT', 'RIGHT', 'FULL', 'OUTER', 'SEMI', 'ANTI'],
    ref_type: ['REGULAR', 'NATURAL', 'CROSS', 'POSITIONAL', 'ASOF'],
    using_columns: 'texts',
    delim_flipped: 'nothing',
    duplicate_eliminated_columns: 'nothing',
  },
  PIVOT: {
    ...tableBase,
    source: 'one table',
    aggregates: 'list expression',
    unpivot_names: 'texts',
    pivots: 'list pivot',
    groups: 'texts',
    column_name_alias: 'texts',
    include_nulls: 'flag',
  },
  // of a query alone: what is shown of the engine's own catalogue is refused
  SHOW_REF: {
    ...tableBase,
    table_name: 'nothing',
    query: 'one query',
    show_type: ['DESCRIBE', 'SUMMARY'],
    catalog_name: 'nothing',
    schema_name: 'nothing',
  },
  SUBQUERY: { ...tableBase, subquery: 'one statement', column_name_alias: 'texts' },
  TABLE_FUNCTION: {
    ...tableBase,
    function: 'one functionCall',
    column_name_alias: 'texts',
    with_ordinality: ['WITH_ORDINALITY', 'WITHOUT_ORDINALITY'],
  },
};

const queries: Readonly<Record<string, Shape>> = {
  SELECT_NODE: {
    ...queryBase,
    from_table: 'one table',
    select_list: 'list expression',
    where_clause: 'maybe expression',
    group_expressions: 'list expression',
    group_sets: 'data',
    aggregate_handling: ['STANDARD_HANDLING', 'FORCE_AGGREGATES'],
    having: 'maybe expression',
    sample: 'maybe sample',
    qualify: 'maybe expression',
  },
  SET_OPERATION_NODE: {
    ...queryBase,
    setop_type: ['UNION', 'EXCEPT', 'INTERSECT', 'UNION_BY_NAME'],
    setop_all: 'flag',
    left: 'one query',
    right: 'one query',
  },
  RECURSIVE_CTE_NODE: {
    ...queryBase,
    cte_name: 'text',
    union_all: 'flag',
    left: 'one query',
    right: 'one query',
    aliases: 'texts',
    key_targets: 'list expression',
  },
};

const modifiers: Readonly<Record<string, Shape>> = {
  ORDER_MODIFIER: { orders: 'list order' },
  LIMIT_MODIFIER: { limit: 'maybe expression', offset: 'maybe expression' },
  LIMIT_PERCENT_MODIFIER: { limit: 'maybe expression', offset: 'maybe expression' },
  DISTINCT_MODIFIER: { distinct_on_targets: 'list expression' },
};

/** Families whose kinds are distinguished by a key, and families with a single kind. */
export const families: Readonly<
  Record<Family, { readonly by: 'class' | 'type' | null; readonly kinds: Readonly<Record<string, Shape>> }>
> = {
  statement: { by: null, kinds: { '': { node: 'one query', named_param_map: 'data' } } },
  query: { by: 'type', kinds: queries },
  cte: {
    by: null,
    kinds: {
      '': { aliases: 'texts', query: 'one statement', materialized: 'text', key_targets: 'list expression' },
    },
  },
  modifier: { by: 'type', kinds: modifiers },
  order: {
    by: null,
    kinds: {
      '': {
        type: rowOrder,
        null_order: ['ORDER_DEFAULT', 'NULLS_FIRST', 'NULLS_LAST', 'NULLS FIRST', 'NULLS LAST'],
        expression: 'one expression',
      },
    },
  },
  table: { by: 'type', kinds: tables },
  expression: { by: 'class', kinds: expressions },
  functionCall: { by: null, kinds: { '': call } },
  caseCheck: { by: null, kinds: { '': { when_expr: 'one expression', then_expr: 'one expression' } } },
  named: { by: null, kinds: { '': { key: 'text', value: 'one expression' } } },
  pivot: {
    by: null,
    kinds: {
      '': {
        pivot_expressions: 'list expression',
        unpivot_names: 'texts',
        entries: 'list pivotEntry',
        pivot_enum: 'nothing',
      },
    },
  },
  pivotEntry: {
    by: null,
    kinds: { '': { values: 'constants', star_expr: 'maybe expression', alias: 'text' } },
  },
  sample: {
    by: null,
    kinds: { '': { sample_size: 'constant', is_percentage: 'flag', method: 'text', seed: 'data' } },
  },
};
