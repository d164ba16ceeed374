import type {
  Expression,
  FunctionExpression,
  JoinRef,
  QueryNode,
  SubqueryExpression,
  WindowExpression,
} from '../../syntax/ast.ts';
import { type Known, knownValue } from './constant.ts';
import type { Violations } from './violations.ts';

/** Window functions that count rows of the frame from the current row on, when they have an ORDER BY of their own. */
const countsInFrame = new Set(['ntile', 'cume_dist', 'percent_rank', 'lag', 'lead']);
const startsBeforeRow = /^(?:UNBOUNDED_PRECEDING|CURRENT_ROW_\w+|EXPR_PRECEDING_\w+)$/;
const endsAfterRow = /^(?:UNBOUNDED_FOLLOWING|CURRENT_ROW_\w+|EXPR_FOLLOWING_\w+)$/;

const dateDifferences = new Set(['date_diff', 'datediff', 'date_sub', 'datesub']);

/** Functions that make long text of short text, and so a JSON document that is nested without limit. */
const buildsText = new Set(
  `repeat lpad rpad || concat concat_ws string_agg group_concat listagg array_to_string
  array_to_string_comma_default list_aggregate list_aggr array_aggregate array_aggr
  aggregate replace regexp_replace translate printf format reverse json_group_array json_group_object list_string_agg`.split(
    /\s+/,
  ),
);
/** Functions that apply a lambda to its own results. */
const buildsValues = new Set(['list_reduce', 'array_reduce', 'reduce']);
/** Levels of a document in a literal, beyond which it is not converted to VARIANT. */
const literalDepthMax = 500;

/** `list_aggregate` by its names: the aggregate's name is its second argument. */
const listAggregates = new Set('list_aggregate list_aggr array_aggregate array_aggr aggregate'.split(' '));
/** Aggregates that fail on some values: DuckDB then frees states that it never made. What to write instead. */
const failsInLists: Readonly<Record<string, string>> = {
  bitstring_agg:
    'Aggregate the elements as rows: SELECT bitstring_agg(x, 0, 9) FROM (SELECT unnest(list) AS x)',
  bit_and: 'Write list_bit_and(list)',
  bit_or: 'Write list_bit_or(list)',
  bit_xor: 'Write list_bit_xor(list)',
};
/** Join types that keep unmatched rows of the right side. */
const keepsRight = new Set(['RIGHT', 'OUTER', 'FULL']);

const orderings = new Set([
  'COMPARE_LESSTHAN',
  'COMPARE_GREATERTHAN',
  'COMPARE_LESSTHANOREQUALTO',
  'COMPARE_GREATERTHANOREQUALTO',
]);

type Place = number | null;

/**
 * Refuses what DuckDB 1.5.6 cannot compute without ending its database or its process, by what makes it so. Faults that
 * depend on values are caught while the query runs, by `guard-macros.ts` of the backend.
 */
export class EngineFaults {
  readonly #violations: Violations;
  #asofJoin: { place: Place } | undefined;
  #hasBagDifference = false;
  #hasRecursion = false;
  #hasDeepText = false;
  #toVariant: { place: Place } | undefined;
  #namesJson = false;
  /** A frame of a RANGE with a distance, such as `RANGE 1 PRECEDING`. */
  #distanceFrame: { place: Place } | undefined;
  #repeatsRows = false;
  #comparesRows = false;
  /** Comparisons of a value with rows of an unknown number of columns. */
  readonly #unknownRows: Place[] = [];

  constructor(violations: Violations) {
    this.#violations = violations;
  }

  /** `date_diff` and its relatives with the unit `era`; aggregates in `list_aggregate` that may fail. */
  call(
    name: string,
    [unit, aggregate]: readonly Expression[],
    parameters: Parameters<typeof knownValue>[1],
    place: Place,
  ) {
    if (name === 'unnest' || name === 'unlist') this.#repeatsRows = true;
    if (listAggregates.has(name)) {
      const value = knownValue(aggregate, parameters);
      const hint = typeof value === 'string' ? failsInLists[value.toLowerCase()] : undefined;
      if (hint !== undefined) this.#refuse(place, `${String(value)} is not supported in ${name}`, hint);
      return;
    }
    if (!dateDifferences.has(name)) return;
    const value: Known = knownValue(unit, parameters);
    if (typeof value !== 'string' || value.toLowerCase() !== 'era') return;
    this.#refuse(
      place,
      `${name} does not support the unit "era"`,
      "Compare date_part('era', …) of both values",
    );
  }

  /** A frame that may lie beside its row, under a function that counts from that row. */
  window(node: WindowExpression, place: Place): void {
    if (node.partitions.length > 0 || node.orders.length > 0) this.#comparesRows = true;
    if ([node.start, node.end].some((bound) => /^EXPR_\w+_RANGE$/.test(bound))) {
      this.#distanceFrame ??= { place };
    }
    const name = node.function_name.toLowerCase();
    if (!countsInFrame.has(name) || node.arg_orders.length === 0) return;
    const contains = startsBeforeRow.test(node.start) && endsAfterRow.test(node.end);
    if (contains && isNotNegative(node.start_expr) && isNotNegative(node.end_expr)) return;
    this.#refuse(
      place,
      `${name} with an ORDER BY of its own needs a frame that contains the current row`,
      'Begin the frame with PRECEDING or CURRENT ROW, and end it with CURRENT ROW or FOLLOWING',
    );
  }

  /** `row < ANY (…)` where the subquery has several columns: DuckDB compares them without a conversion of types. */
  subquery({ subquery_type, comparison_type, child, subquery }: SubqueryExpression, place: Place): void {
    if (subquery_type !== 'ANY' || child === null || !orderings.has(comparison_type)) return;
    const columns = columnsOf(subquery.node);
    if (columns === undefined) this.#unknownRows.push(place);
    else if (columns > 1) this.#refuseRows(place);
  }

  join({ ref_type, join_type }: JoinRef, place: Place): void {
    this.#repeatsRows = true;
    if (ref_type !== 'ASOF') return;
    this.#asofJoin ??= { place };
    if (!keepsRight.has(join_type)) return;
    this.#refuse(
      place,
      'ASOF RIGHT JOIN and ASOF FULL JOIN are not supported',
      'Use ASOF LEFT JOIN, and add the rows of the right side that match nothing with UNION ALL BY NAME',
    );
  }

  query(node: QueryNode): void {
    if (node.type === 'RECURSIVE_CTE_NODE') this.#hasRecursion = true;
    const isGrouped = node.type === 'SELECT_NODE' ? node.group_expressions.length > 0 : !isUnionAll(node);
    const isSorted = node.modifiers.some(({ type }) => type !== 'LIMIT_MODIFIER');
    if (isGrouped || isSorted) this.#comparesRows = true;
    if (node.type !== 'SET_OPERATION_NODE' || !node.setop_all) return;
    if (node.setop_type === 'EXCEPT' || node.setop_type === 'INTERSECT') this.#hasBagDifference = true;
  }

  toVariant(place: Place): void {
    this.#toVariant ??= { place };
  }

  json(): void {
    this.#namesJson = true;
  }

  text(value: Known): void {
    if (Array.isArray(value)) for (const item of value) this.text(item);
    else if (typeof value === 'string' && bracketsOf(value) > literalDepthMax) this.#hasDeepText = true;
  }

  /** What only the whole statement shows; `called` are the lower-case names of all functions. */
  report(called: ReadonlySet<string>): void {
    if (this.#asofJoin !== undefined && this.#hasBagDifference) {
      this.#refuse(
        this.#asofJoin.place,
        'An ASOF join cannot be combined with EXCEPT ALL or INTERSECT ALL',
        'Use EXCEPT or INTERSECT without ALL',
      );
    }
    if (called.has('row')) for (const place of this.#unknownRows) this.#refuseRows(place);
    if (this.#toVariant !== undefined) this.#reportVariant(this.#toVariant.place, [...called]);
  }

  #reportVariant(place: Place, called: readonly string[]): void {
    if (this.#distanceFrame !== undefined) {
      this.#refuse(
        this.#distanceFrame.place,
        'A frame of a RANGE with a distance is not supported in a query with VARIANT',
        'Use ROWS, or cast the values to a number or a time before the window function',
      );
    }
    if (this.#repeatsRows && this.#comparesRows) {
      this.#refuse(
        place,
        'Values cannot be converted to VARIANT in a query that joins or unnests, and groups, sorts or compares rows',
        'Convert the values in the outermost SELECT of a query without ORDER BY, or leave them in their own type',
      );
    }
    if (this.#hasRecursion || called.some((name) => buildsValues.has(name))) {
      const message =
        'Values cannot be converted to VARIANT in a query that builds nested values step by step';
      this.#refuse(place, message, 'Convert the result of a query without RECURSIVE and list_reduce');
    } else if (this.#namesJson && (this.#hasDeepText || called.some((name) => buildsText.has(name)))) {
      this.#refuse(
        place,
        'JSON cannot be converted to VARIANT in a query that builds long texts, which may be nested too deeply',
        'Leave the document as JSON, or convert a column or a literal alone',
      );
    }
  }

  #refuseRows(place: Place): void {
    this.#refuse(
      place,
      'Rows of several columns cannot be ordered with ANY or ALL',
      'Compare with = or <>, or write EXISTS (… WHERE …)',
    );
  }

  #refuse(place: Place, message: string, hint: string): void {
    this.#violations.add('statement_not_allowed', place, message, { hint });
  }
}

function isUnionAll(query: QueryNode): boolean {
  return query.type === 'SET_OPERATION_NODE' && query.setop_type === 'UNION' && query.setop_all;
}

function isNotNegative(bound: Expression | null): boolean {
  if (bound === null) return true;
  const value = knownValue(bound, {});
  return typeof value === 'number' && value >= 0;
}

/** Opening brackets: at least the depth of a document. */
function bracketsOf(text: string): number {
  return text.length <= literalDepthMax ? 0 : text.length - text.replaceAll(/[[{]/g, '').length;
}

/** Number of columns of a query; undefined when a star hides it. */
function columnsOf(query: QueryNode): number | undefined {
  if (query.type !== 'SELECT_NODE') return columnsOf(query.left);
  return query.select_list.some(hasStar) ? undefined : query.select_list.length;
}

/** `unnest` of a struct and `COLUMNS` make several columns of one expression, as a star does; `unnest` of `[…]` makes one. */
function hasStar(expression: Expression): boolean {
  if (expression.class === 'STAR') return true;
  const { children = [], function_name: name } = expression as Partial<FunctionExpression>;
  const isUnnest = /^(?:unnest|unlist)$/i.test(name ?? '');
  return (isUnnest && !(children.length === 1 && isList(children[0]))) || children.some(hasStar);
}

function isList(expression: Expression | undefined): boolean {
  return expression?.class === 'FUNCTION' && expression.function_name === 'list_value';
}
