import type { Resolved } from '../../stages.ts';
import type { SelectNode } from '../../syntax/ast.ts';
import { havingNamesRow } from '../columns-used.ts';
import type { ConstantScope } from '../constants/instants.ts';
import { type AggregateCall, aggregateCalls } from './aggregate-calls.ts';
import { type ColumnName, type Grain, GroupTest } from './group-test.ts';
import { type GroupingText, groupingText } from './grouping-text.ts';
import { groupingTerms, hasWindow, readTopGroups, type TopGroups } from './top-groups.ts';

/** The rows that a SELECT aggregates, and how it aggregates them. */
export class AggregatedRows {
  readonly #resolved: Resolved;
  readonly #select: SelectNode;
  readonly #scope: ConstantScope;
  readonly #columnName: ColumnName;
  #calls: ReturnType<typeof aggregateCalls> | undefined;
  /** Names of the columns that it can refer to. */
  readonly columns: readonly string[];

  constructor(
    resolved: Resolved,
    scope: ConstantScope,
    select: SelectNode,
    columns: readonly string[],
    columnName: ColumnName,
  ) {
    this.#resolved = resolved;
    this.#scope = scope;
    this.#select = select;
    this.#columnName = columnName;
    this.columns = columns;
  }

  /** Whether its result is the statement's result. */
  get isResult(): boolean {
    return this.#resolved.statement.ast.node === this.#select;
  }

  /** The aggregates that it calls; one line with the reason where they are unknown, or where nothing is aggregated. */
  get calls(): readonly AggregateCall[] | string {
    const read = this.#read();
    if (typeof read === 'string') return read;
    return read.calls.length === 0 && !isGrouped(this.#select) ? 'the query aggregates nothing' : read.calls;
  }

  /** The groups that ORDER BY and LIMIT select; one line with the reason where the SELECT has another form. */
  get topGroups(): TopGroups | string {
    return readTopGroups(this.#select, this.#columnName, this.#resolved.aggregates);
  }

  /** The columns of GROUP BY; undefined where it has other terms, or several sets of them. */
  get keys(): readonly string[] | undefined {
    const terms = groupingTerms(this.#select, this.#columnName, this.#resolved.aggregates);
    const names = terms?.map(this.#columnName);
    return names?.every((name) => name !== undefined) ? names : undefined;
  }

  /** Whether a result column has the name of a column of the rows that it is not. */
  get isHiding(): boolean {
    const columns = new Set(this.columns);
    return this.#select.select_list.some((item) => {
      const alias = item.alias.toLowerCase();
      return columns.has(alias) && this.#columnName(item) !== alias;
    });
  }

  /** Whether HAVING names a result column by what means the row in WHERE. */
  get havingNamesRow(): boolean {
    return havingNamesRow(this.#select);
  }

  /** Where its clauses are in the statement's text; undefined where that is not certain. */
  clausesAround(call: AggregateCall): GroupingText | undefined {
    const found = groupingText(this.#resolved.statement.text, call.start);
    return found === undefined || (found.having === undefined) !== (this.#select.having === null)
      ? undefined
      : found;
  }

  /** Tells which expressions are the same for all rows of a group of this grain. */
  groupTest(grain: Grain): GroupTest {
    return new GroupTest(grain, this.#columnName, this.#scope);
  }

  /**
   * The expression outside aggregates that may differ between rows of a group, for display; undefined where there is
   * none.
   */
  differingOutside(groups: GroupTest): string | undefined {
    const read = this.#read();
    if (typeof read === 'string') return read;
    const { select_list, where_clause, group_expressions, having, qualify, modifiers } = this.#select;
    // ORDER BY ALL is represented as a star, and means result columns, which are checked separately.
    const orders = modifiers.map((modifier) =>
      'orders' in modifier
        ? modifier.orders.map(({ expression }) => (expression.class === 'STAR' ? null : expression))
        : modifier,
    );
    const parts = [select_list, where_clause, group_expressions, having, qualify, orders];
    return groups.differing(parts, read.nodes);
  }

  #read(): ReturnType<typeof aggregateCalls> {
    this.#calls ??= aggregateCalls(
      this.#select,
      this.#resolved.statement.text,
      (name) => this.#resolved.aggregates.has(name),
      this.#columnName,
    );
    return this.#calls;
  }
}

/** Grouping, or DISTINCT over whole results: duplicate rows do not change the result. */
function isGrouped(select: SelectNode): boolean {
  const distinct = select.modifiers.find((modifier) => modifier.type === 'DISTINCT_MODIFIER');
  return (
    select.group_expressions.length > 0 ||
    select.aggregate_handling === 'FORCE_AGGREGATES' ||
    (distinct !== undefined && distinct.distinct_on_targets.length === 0 && !hasWindow(select))
  );
}
