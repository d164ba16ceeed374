import type { CatalogTable } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';
import type { Resolved } from '../stages.ts';
import { type ClauseTexts, clauseText } from './clause-text.ts';
import {
  type ColumnsUsed,
  columnsUsed,
  meansSeveralColumns,
  namedColumns,
  namesRow,
} from './columns-used.ts';
import type { ConstantScope } from './constants/instants.ts';
import { equatesExpressions } from './equated-expressions.ts';
import type { ColumnMeant } from './filter/column-meant.ts';
import { conjuncts, everyRow, type Filter } from './filter/filter.ts';
import { readFilter } from './filter/read-filter.ts';
import { type BoundReference, columnMeant, faultOfFrom, isNeverPadded, whereApplies } from './from-clause.ts';
import { AggregatedRows } from './grouped/aggregated-rows.ts';
import type { ColumnName } from './grouped/group-test.ts';
import { selectAround } from './grouped/select-around.ts';
import { readUnnestedRows, type UnnestedRows } from './grouped/unnested-rows.ts';
import {
  countAtRandom,
  faultOfRows,
  givesRowPerRow,
  groupsNothing,
  type OrderedRows,
  readOrderedRows,
} from './ordered-rows.ts';
import { readPlainCount } from './plain-count.ts';
import { type PlainRows, readPlainRows } from './plain-rows.ts';
import { type FirstRanks, plainLimit, readFirstRanks, readSample } from './row-limits.ts';

/** Replacement of `[start, end)` of the caller's text, in UTF-16 units. */
export interface SpanEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const rowAsValue = 'the row is used as a value';

/**
 * What a query asks of one table, at one of its references, in terms of the catalogue: columns and their roles. The
 * statement's tree is read only here, each part on demand. A part with another form than expected is one line with
 * the reason.
 */
export class TableQuestion {
  readonly #resolved: Resolved;
  readonly #reference: BoundReference;
  readonly #scope: ConstantScope;
  readonly #implied: (place: number) => readonly Filter[];
  readonly #known = new Map<string, unknown>();
  /** The index of this reference among the statement's table references. */
  readonly place: number;

  /** `implied` gives what joins imply of the rows that the query can see. */
  constructor(
    resolved: Resolved,
    place: number,
    scope: ConstantScope,
    implied: (place: number) => readonly Filter[] = () => [],
  ) {
    this.#resolved = resolved;
    this.#reference = resolved.references[place] as BoundReference;
    this.#scope = scope;
    this.#implied = implied;
    this.place = place;
  }

  get table(): CatalogTable {
    return this.#reference.table;
  }

  /** The table that a derived one is computed from. */
  get source(): CatalogTable | undefined {
    return this.#reference.source;
  }

  /** Whether it is in a subquery inside an expression that is not in WHERE: DuckDB may use that text as a name. */
  get isInName(): boolean {
    return this.#reference.isInName;
  }

  /** Whether any part of the statement may number rows. */
  get isRanked(): boolean {
    return /row_number/i.test(this.#resolved.statement.text);
  }

  /** The name by which FROM refers to it, in lower case. */
  get nameInFrom(): string {
    return this.#reference.node.table_name.toLowerCase();
  }

  /** Whether its SELECT returns the statement's result. */
  get isResult(): boolean {
    return this.#resolved.statement.ast.node === this.#reference.select;
  }

  /** Whether there is a WHERE clause. */
  get hasWhere(): boolean {
    return this.#reference.select.where_clause !== null;
  }

  /** Whether WHERE of a nested SELECT equates expressions, which may be of its rows and of those of the query around it. */
  get equatesExpressions(): boolean {
    return !this.isResult && equatesExpressions(this.#reference.select.where_clause);
  }

  /** Whether WHERE may drop rows of this reference before anything else reads them. */
  get whereApplies(): boolean {
    return this.#once('whereApplies', () => whereApplies(this.#reference.select, this.#reference.node));
  }

  /** Whether rows that fail a condition of WHERE on this reference alone can be dropped, whatever it is for NULL. */
  get dropsFailing(): boolean {
    const { select, node } = this.#reference;
    return this.whereApplies && isNeverPadded(select.from_table, node);
  }

  /** The rows of the table that WHERE and joins with constants allow. */
  get filter(): Filter {
    return this.#once('filter', () => {
      const implied = this.#implied(this.place);
      return implied.length === 0
        ? this.ownFilter
        : { kind: 'and', children: [...conjuncts(this.ownFilter), ...implied] };
    });
  }

  /** The rows of the table that WHERE allows; all of them where it does not apply. */
  get ownFilter(): Filter {
    return this.#once('ownFilter', () => {
      const { where_clause: condition } = this.#reference.select;
      return condition === null || !this.whereApplies
        ? everyRow
        : readFilter(condition, this.#columnMeant, this.#scope);
    });
  }

  /** Why FROM is not this reference alone; undefined where it is. */
  get joinFault(): string | undefined {
    return faultOfFrom(this.#reference);
  }

  /** Columns that the SELECT may read, with the number of places that name each. */
  get columns(): ColumnsUsed {
    return this.#once('columns', () => columnsUsed(this.#reference));
  }

  /** Columns that WHERE names, with the number of places. */
  get whereColumns(): ReadonlyMap<string, number> {
    return this.#once('whereColumns', () => namedColumns(this.table, [this.#reference.select.where_clause]));
  }

  /** Columns that WHERE and QUALIFY name, with the number of places. */
  get rankedColumns(): ReadonlyMap<string, number> {
    const { where_clause, qualify } = this.#reference.select;
    return namedColumns(this.table, [where_clause, qualify]);
  }

  /** What QUALIFY keeps where that is the first k of a ranking. */
  get firstRanks(): FirstRanks | undefined {
    return this.#once('firstRanks', () =>
      readFirstRanks(this.#reference.select.qualify, (expression) => this.#columnMeant(expression)?.name),
    );
  }

  /** Rows that a LIMIT without ORDER BY selects, including those that OFFSET skips. */
  get plainLimit(): bigint | undefined {
    return plainLimit(this.#reference.select, this.#resolved.aggregates);
  }

  /** Why rows cannot be selected by WHERE, and by QUALIFY where it ranks, before the rest of the query reads them. */
  get filterFault(): string | undefined {
    const { where_clause, qualify } = this.#reference.select;
    const parts = this.firstRanks !== undefined ? [where_clause, qualify] : [where_clause];
    return this.#searchFault(parts) ?? faultOfRows(parts, this.#resolved.aggregates);
  }

  /** ORDER BY with LIMIT over rows of this reference alone. */
  get ordered(): OrderedRows | string {
    return this.#once('ordered', () => {
      const columnName = (expression: Parameters<ColumnMeant>[0]) => this.#columnMeant(expression)?.name;
      const columnsRead = (expression: Parameters<ColumnMeant>[0]) =>
        namesRow(this.#reference) || meansSeveralColumns(expression)
          ? undefined
          : [...namedColumns(this.table, [expression]).keys()];
      const { select } = this.#reference;
      return (
        this.joinFault ??
        this.#searchFault(select.where_clause) ??
        readOrderedRows(select, this.#resolved.aggregates, columnName, columnsRead)
      );
    });
  }

  /** The rows as they are stored, where the statement's result is that and nothing else. */
  get plainRows(): PlainRows | string {
    return this.#once('plainRows', () => {
      if (!this.isResult) return 'it is part of a query';
      const { select, table } = this.#reference;
      const columnName = (expression: Parameters<ColumnMeant>[0]) => this.#columnMeant(expression)?.name;
      return this.joinFault ?? readPlainRows(select, table, columnName);
    });
  }

  /** The name of the result column where the statement's result is the number of the rows that WHERE allows, and nothing else. */
  get plainCount(): string | undefined {
    const isAlone = this.isResult && this.joinFault === undefined;
    return isAlone ? readPlainCount(this.#reference.select) : undefined;
  }

  /** The rows as their own SELECT aggregates them. */
  get aggregated(): AggregatedRows | string {
    return this.#once('aggregated', () => {
      const { select, table } = this.#reference;
      const columns = table.columns.map(({ name }) => name);
      const columnName: ColumnName = (expression) => this.#columnMeant(expression)?.name;
      const fault = this.joinFault ?? (namesRow(this.#reference) ? rowAsValue : undefined);
      return fault ?? new AggregatedRows(this.#resolved, this.#scope, select, columns, columnName);
    });
  }

  /** The tags of all rows, as the enclosing SELECT aggregates them. */
  get unnested(): UnnestedRows | string {
    return this.#once('unnested', () => readUnnestedRows(this.#resolved, this.#reference, this.#scope));
  }

  /**
   * Rows that a sample of the whole table selects; undefined where there is none. The first rows in random order are one.
   */
  get sample(): bigint | string | undefined {
    const { node, select } = this.#reference;
    const sampled = readSample(node.sample, select.from_table === node ? select.sample : null);
    return sampled ?? (this.hasWhere ? undefined : this.#firstAtRandom);
  }

  /** The number of rows that are the first ones in random order, as the SELECT that reads the table asks for them. */
  get #firstAtRandom(): bigint | undefined {
    const { select } = this.#reference;
    if (this.joinFault !== undefined || !groupsNothing(select)) return undefined;
    const count = countAtRandom(select);
    if (count === undefined) return undefined;
    const { aggregates } = this.#resolved;
    const fault = faultOfRows([select.select_list, select.where_clause], aggregates, true);
    return fault === undefined ? count : undefined;
  }

  /** Rows that the enclosing SELECT samples of those that pass WHERE; undefined where there is no such sample. */
  get sampleAround(): bigint | string | undefined {
    const { select } = this.#reference;
    const first = this.#firstAtRandom;
    if (first !== undefined) return this.#searchFault(select.where_clause) ?? first;
    const outer = selectAround(this.#resolved.statement.ast.node, select);
    if (outer === undefined) return undefined;
    const count = readSample(outer.subquery.sample, outer.select.sample);
    if (typeof count !== 'bigint') return count;
    const { aggregates } = this.#resolved;
    const fault =
      this.joinFault ??
      this.#searchFault(select.where_clause) ??
      faultOfRows([select.where_clause, select.select_list], aggregates);
    if (fault !== undefined) return fault;
    return givesRowPerRow(select, aggregates) && select.modifiers.length === 0
      ? count
      : 'the sample is not of rows that pass WHERE';
  }

  /** Whether all rows are returned in storage order, up to a LIMIT: of the SELECT itself, or of the whole result. */
  get isStreamed(): boolean {
    const { select } = this.#reference;
    const [modifier, another] = select.modifiers;
    return (
      !this.isInName &&
      this.joinFault === undefined &&
      !this.hasWhere &&
      another === undefined &&
      (modifier === undefined ? this.isResult : modifier.type === 'LIMIT_MODIFIER') &&
      givesRowPerRow(select, this.#resolved.aggregates)
    );
  }

  /**
   * The list of the SELECT, the text after the reference, its alias and WHERE, and those of QUALIFY and ORDER BY; undefined
   * where clauses have another order.
   */
  get clauses(): ClauseTexts | undefined {
    return this.#once('clauses', () => {
      const { text, endOffset } = this.#resolved.statement;
      const found = clauseText(text, endOffset, this.#reference);
      if (found === undefined) return undefined;
      const textOf = (span: readonly [number, number] | undefined) =>
        span === undefined ? '' : text.slice(...span);
      return {
        list: textOf(found.list),
        filter: text.slice(this.#reference.end, found.filterEnd),
        qualify: textOf(found.qualify),
        order: textOf(found.order),
      };
    });
  }

  /**
   * The edit that puts a relation in the reference's place: `videos` becomes `(…) AS videos`, `videos v` becomes
   * `(…) v`, and `TABLE videos` becomes `FROM (…) AS videos`.
   */
  replacedBy(relation: string): SpanEdit {
    const { text } = this.#resolved.statement;
    const { start, end, node } = this.#reference;
    const named = node.alias === '' ? `${relation} AS ${text.slice(start, end)}` : relation;
    const keyword = /\btable\s+$/i.exec(text.slice(0, start));
    return keyword === null
      ? { start, end, text: named }
      : { start: keyword.index, end, text: `FROM ${named}` };
  }

  /** Whether the reference is in this part of the text. */
  isWithin({ start, end }: Pick<SpanEdit, 'start' | 'end'>): boolean {
    return this.#reference.start >= start && this.#reference.end <= end;
  }

  /** The alias that a relation needs in place of an unaliased reference: ` AS …`, or nothing. */
  get ownAlias(): string {
    const { node } = this.#reference;
    return node.alias === '' ? ` AS ${sqlName(node.table_name)}` : '';
  }

  /** Why rows cannot be searched by these parts: where they are searched, there are other columns than in the table. */
  #searchFault(parts: unknown): string | undefined {
    if (namesRow(this.#reference, parts)) return rowAsValue;
    return meansSeveralColumns(parts) ? 'WHERE reads columns by a star' : undefined;
  }

  get #columnMeant(): ColumnMeant {
    return this.#once('columnMeant', () => {
      const { select, node, table } = this.#reference;
      return columnMeant(select, node, table);
    });
  }

  #once<Value>(name: string, read: () => Value): Value {
    if (!this.#known.has(name)) this.#known.set(name, read());
    return this.#known.get(name) as Value;
  }
}
