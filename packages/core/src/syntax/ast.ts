/**
 * DuckDB's AST as `json_serialize_sql` returns it, reviewed for DuckDB 1.5.6. Positions are UTF-8 byte offsets. These
 * are only types: the admit stage checks a document against them, node by node.
 */
export interface SelectStatement {
  node: QueryNode;
  named_param_map: { key: string; value: number }[];
}

export interface CteMap {
  map: { key: string; value: CommonTableExpression }[];
}

export interface CommonTableExpression {
  aliases: string[];
  query: SelectStatement;
  materialized: string;
  key_targets: Expression[];
}

interface QueryNodeBase {
  modifiers: Modifier[];
  cte_map: CteMap;
}

export interface SelectNode extends QueryNodeBase {
  type: 'SELECT_NODE';
  select_list: Expression[];
  from_table: TableRef;
  where_clause: Expression | null;
  group_expressions: Expression[];
  /** Indexes into `group_expressions`; the empty grouping set is null. */
  group_sets: (number[] | null)[];
  aggregate_handling: string;
  having: Expression | null;
  sample: SampleOptions | null;
  qualify: Expression | null;
}

export interface SetOperationNode extends QueryNodeBase {
  type: 'SET_OPERATION_NODE';
  setop_type: string;
  setop_all: boolean;
  left: QueryNode;
  right: QueryNode;
}

export interface RecursiveCteNode extends QueryNodeBase {
  type: 'RECURSIVE_CTE_NODE';
  cte_name: string;
  union_all: boolean;
  left: QueryNode;
  right: QueryNode;
  aliases: string[];
  key_targets: Expression[];
}

export type QueryNode = SelectNode | SetOperationNode | RecursiveCteNode;

export interface OrderBy {
  type: string;
  null_order: string;
  expression: Expression;
}

export type Modifier =
  | { type: 'ORDER_MODIFIER'; orders: OrderBy[] }
  | { type: 'LIMIT_MODIFIER' | 'LIMIT_PERCENT_MODIFIER'; limit: Expression | null; offset: Expression | null }
  | { type: 'DISTINCT_MODIFIER'; distinct_on_targets: Expression[] };

export interface SampleOptions {
  sample_size: ConstantValue;
  is_percentage: boolean;
  method: string;
  seed: unknown;
}

interface TableRefBase {
  alias: string;
  sample: SampleOptions | null;
  query_location: number;
}

export interface BaseTableRef extends TableRefBase {
  type: 'BASE_TABLE';
  schema_name: string;
  table_name: string;
  catalog_name: string;
  column_name_alias: string[];
  at_clause: unknown;
}

export interface SubqueryRef extends TableRefBase {
  type: 'SUBQUERY';
  subquery: SelectStatement;
  column_name_alias: string[];
}

export interface JoinRef extends TableRefBase {
  type: 'JOIN';
  left: TableRef;
  right: TableRef;
  condition: Expression | null;
  join_type: string;
  ref_type: string;
  using_columns: string[];
  delim_flipped: boolean;
  duplicate_eliminated_columns: unknown[];
}

export interface TableFunctionRef extends TableRefBase {
  type: 'TABLE_FUNCTION';
  function: FunctionExpression;
  column_name_alias: string[];
  with_ordinality: unknown;
}

export interface ExpressionListRef extends TableRefBase {
  type: 'EXPRESSION_LIST';
  expected_names: string[];
  expected_types: LogicalType[];
  values: Expression[][];
}

export interface PivotRef extends TableRefBase {
  type: 'PIVOT';
  source: TableRef;
  aggregates: Expression[];
  unpivot_names: string[];
  pivots: {
    pivot_expressions: Expression[];
    unpivot_names: string[];
    entries: { values: ConstantValue[]; star_expr: Expression | null; alias: string }[];
    pivot_enum: string;
  }[];
  groups: string[];
  column_name_alias: string[];
  include_nulls: boolean;
}

/** `DESCRIBE …` or `SUMMARIZE …` in FROM; without a query it is a form of SHOW. */
export interface ShowRef extends TableRefBase {
  type: 'SHOW_REF';
  table_name: string;
  query: QueryNode | null;
  show_type: string;
  catalog_name: string;
  schema_name: string;
}

export interface EmptyRef extends TableRefBase {
  type: 'EMPTY';
}

export type TableRef =
  | BaseTableRef
  | SubqueryRef
  | JoinRef
  | TableFunctionRef
  | ExpressionListRef
  | PivotRef
  | ShowRef
  | EmptyRef;

export interface LogicalType {
  id: string;
  type_info: Record<string, unknown> | null;
}

export interface ConstantValue {
  type: LogicalType;
  is_null: boolean;
  /** Absent for NULL. A number beyond 2^53 has lost digits here: read it from the text instead. */
  value?: unknown;
}

interface ExpressionBase {
  type: string;
  alias: string;
  query_location: number;
}

export interface FunctionExpression extends ExpressionBase {
  class: 'FUNCTION';
  function_name: string;
  schema: string;
  catalog: string;
  children: Expression[];
  filter: Expression | null;
  order_bys: { type: string; orders: OrderBy[] };
  distinct: boolean;
  is_operator: boolean;
  export_state: boolean;
}

export interface ColumnRefExpression extends ExpressionBase {
  class: 'COLUMN_REF';
  column_names: string[];
}

export interface ConstantExpression extends ExpressionBase {
  class: 'CONSTANT';
  value: ConstantValue;
}

export interface ComparisonExpression extends ExpressionBase {
  class: 'COMPARISON';
  left: Expression;
  right: Expression;
}

export interface ConjunctionExpression extends ExpressionBase {
  class: 'CONJUNCTION';
  children: Expression[];
}

export interface BetweenExpression extends ExpressionBase {
  class: 'BETWEEN';
  input: Expression;
  lower: Expression;
  upper: Expression;
}

export interface CastExpression extends ExpressionBase {
  class: 'CAST';
  child: Expression;
  cast_type: LogicalType;
  try_cast: boolean;
}

export interface OperatorExpression extends ExpressionBase {
  class: 'OPERATOR';
  children: Expression[];
}

export interface CaseExpression extends ExpressionBase {
  class: 'CASE';
  case_checks: { when_expr: Expression; then_expr: Expression }[];
  else_expr: Expression | null;
}

export interface CollateExpression extends ExpressionBase {
  class: 'COLLATE';
  child: Expression;
  collation: string;
}

export interface LambdaExpression extends ExpressionBase {
  class: 'LAMBDA';
  lhs: Expression;
  expr: Expression;
}

export interface ParameterExpression extends ExpressionBase {
  class: 'PARAMETER';
  identifier: string;
}

export interface PositionalReferenceExpression extends ExpressionBase {
  class: 'POSITIONAL_REFERENCE';
  index: number;
}

export interface StarExpression extends ExpressionBase {
  class: 'STAR';
  relation_name: string;
  exclude_list: string[];
  replace_list: { key: string; value: Expression }[];
  columns: boolean;
  expr: Expression | null;
  qualified_exclude_list: unknown[];
  rename_list: { key: unknown; value: string }[];
}

export interface SubqueryExpression extends ExpressionBase {
  class: 'SUBQUERY';
  subquery_type: string;
  subquery: SelectStatement;
  child: Expression | null;
  comparison_type: string;
}

export interface WindowExpression extends ExpressionBase {
  class: 'WINDOW';
  function_name: string;
  schema: string;
  catalog: string;
  children: Expression[];
  partitions: Expression[];
  orders: OrderBy[];
  start: string;
  end: string;
  start_expr: Expression | null;
  end_expr: Expression | null;
  offset_expr: Expression | null;
  default_expr: Expression | null;
  ignore_nulls: boolean;
  filter_expr: Expression | null;
  exclude_clause: string;
  distinct: boolean;
  arg_orders: OrderBy[];
}

export type Expression =
  | FunctionExpression
  | ColumnRefExpression
  | ConstantExpression
  | ComparisonExpression
  | ConjunctionExpression
  | BetweenExpression
  | CastExpression
  | OperatorExpression
  | CaseExpression
  | CollateExpression
  | LambdaExpression
  | ParameterExpression
  | PositionalReferenceExpression
  | StarExpression
  | SubqueryExpression
  | WindowExpression;
