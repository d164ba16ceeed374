import { sqlName, sqlOrder } from '@sdq/duckdb/sql';
import type { ClauseTexts } from '../../../../shape/clause-text.ts';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import type { OrderedRows } from '../../../../shape/ordered-rows.ts';
import {
  type AccessPath,
  type Candidate,
  type Merge,
  type RouteContext,
  type Source,
  unionOfRows,
} from '../../candidates/access-path.ts';
import { passingRows } from '../../candidates/estimates/selectivity.ts';
import {
  fetchCandidate,
  fetchedRowsMax,
  spareRows,
  withOrdinals,
} from '../../candidates/relation/fetched-rows.ts';
import { hasColumns } from '../../candidates/relation/segment-rows.ts';
import { newestOfKey } from './newest-of-key.ts';
import { uncoveredAhead } from './uncovered-ahead.ts';

/** Maximum LIMIT: more rows are not worth finding first. */
const countMax = 2_000;

/** The top-k rows of the segments, and all uncovered rows: the caller's own ORDER BY decides between them. */
const topOfEach: Merge = { ...unionOfRows, output: 'top' };

/**
 * Late materialisation of `ORDER BY … LIMIT k` (top-k): it first finds the top rows by narrow columns, then fetches
 * those rows whole. With further terms in ORDER BY, the rows that tie with the last one are fetched too.
 *
 * For wide columns of the top rows. The newest rows of one owner or tag are found in key files, without SQL. Where very
 * many rows tie, or a text condition leaves too few of the top rows, it falls back at run time. It has no structure of its own: every other path may offer it sources.
 */
export const orderedFirst: AccessPath = {
  name: 'ordered-first',
  purpose: 'Late materialisation of the rows that lead',
  route(context) {
    const { ordered, clauses } = context.question;
    if (typeof ordered === 'string') return ordered;
    if (ordered.count > countMax) return `LIMIT is above ${countMax}`;
    if (clauses === undefined) return 'the clauses are in an unexpected order';
    const newest = newestOfKey(context, ordered, topOfEach);
    const [first] = ordered.terms;
    const isByColumn = first?.column !== undefined && !first.nullsFirst;
    const found = isByColumn
      ? sourcesOf(context, ordered, [first.column]).map((source) =>
          candidateOf(context, ordered, source, clauses.filter),
        )
      : byExpressions(context, ordered, clauses);
    if (found.length === 0 && newest === undefined)
      return 'no structure has all columns of WHERE and ORDER BY';
    return newest === undefined ? found : [newest, ...found];
  },
  lookUps(context) {
    const { ordered, clauses } = context.question;
    if (typeof ordered === 'string' || ordered.count > countMax || clauses === undefined) return [];
    const newest = newestOfKey(context, ordered, topOfEach);
    return newest === undefined ? [] : [newest];
  },
};

/** The sources that have these columns beside those of WHERE. */
function sourcesOf(context: RouteContext, ordered: OrderedRows, columns: readonly string[]): Source[] {
  const { table, question } = context;
  const asked = {
    places: question.whereColumns,
    stored: storedColumnsNeeded(table, besideWhere(context, columns)),
  };
  const sources = [...context.sources(asked), ...context.leadingSources(asked, ordered)];
  // Rows cannot be ordered by a column that a constant replaces.
  return sources.filter(({ constants }) => ordered.terms.every(({ column = '' }) => !(column in constants)));
}

/** Columns that WHERE names, and these. */
function besideWhere({ question }: RouteContext, columns: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...question.whereColumns, ...columns.map((name) => [name, 1] as const)]);
}

/**
 * The rows that lead by the caller's own ORDER BY, whatever its terms are: in sources that have all rows that pass and all
 * columns of all terms.
 */
function byExpressions(
  context: RouteContext,
  { terms, count }: OrderedRows,
  { list, filter, order }: ClauseTexts,
): Candidate[] {
  const { table, question } = context;
  if (list === '' || terms.some(({ reads = [] }) => reads.length === 0)) return [];
  const ordering = terms.flatMap(({ reads = [] }) => reads);
  const listed = storedColumnsNeeded(table, question.columns);
  return context
    .sources({
      places: question.whereColumns,
      stored: storedColumnsNeeded(table, besideWhere(context, ordering)),
    })
    .filter(
      ({ structure, isExact, isPartial, constants }) =>
        isExact &&
        !isPartial &&
        Object.keys(constants).length === 0 &&
        hasColumns(context, structure, listed),
    )
    .map((source) =>
      fetchCandidate(context, {
        via: source.structure,
        merge: topOfEach,
        // The list defines names that ORDER BY may use; DuckDB reads of it what these need.
        sql: `SELECT _sdq_ordinal FROM (SELECT${list}
, _ordinal AS _sdq_ordinal FROM ${withOrdinals(context, source, question.columns)}${filter}
${order} LIMIT ${count})`,
        rows: Math.min(count, passingRows(context)),
        rowsMost: count,
        cost: source.cost,
        note: `the ${count} rows that lead in the order asked for, found in ${source.structure}`,
      }),
    );
}

function candidateOf(context: RouteContext, ordered: OrderedRows, source: Source, rest: string): Candidate {
  const { structure, isPartial, isExact } = source;
  const { terms } = ordered;
  const count = isExact ? ordered.count : ordered.count * spareRows;
  const named = besideWhere(
    context,
    terms.flatMap(({ column }) => column ?? []),
  );
  const from = `FROM ${withOrdinals(context, source, named)}${rest}`;
  const isWhole = terms.every(
    ({ column }) =>
      column !== undefined &&
      hasColumns(context, structure, storedColumnsNeeded(context.table, new Map([[column, 1]]))),
  );
  const wanted = { ...ordered, count };
  const isCut = !isExact && context.uncovered.length > 0;
  const isRead = isWhole && !(source.isClustered === true && comparesTexts(context, ordered));
  return fetchCandidate(context, {
    via: structure,
    merge: topOfEach,
    sql:
      (isCut ? undefined : firstSql(context, wanted, source, from)) ??
      (isRead ? leadingSql(wanted, from) : leadingWithTies(wanted, from)),
    ordinalsMin: isPartial ? count : 0,
    rowsMin: isExact ? 0 : ordered.wanted,
    rows: Math.min(count, passingRows(context)),
    rowsMost: count,
    cost: source.cost,
    note: `the ${count} rows that lead by ${ordered.terms[0]?.column}, found in ${structure}`,
    ...(isCut
      ? {
          parts: (names) => [
            uncoveredAhead(context, { ...wanted, terms: isRead ? terms : terms.slice(0, 1) }, names),
          ],
        }
      : {}),
  });
}

/**
 * The first rows in storage order, where that is the order of the query: DuckDB keeps the order in which a table was
 * written, and reads no further than LIMIT. Undefined where rows are stored in another order, or in several segments.
 */
function firstSql(
  { coverage }: RouteContext,
  { terms: [first, ...others], count }: OrderedRows,
  { falling }: Source,
  from: string,
): string | undefined {
  const isSorted =
    falling !== undefined && first?.column === falling && first.isFalling && others.length === 0;
  // The join that leaves out masked rows need not keep the order.
  const isInOrder = isSorted && coverage.segments.length === 1 && coverage.rowsMasked === 0;
  return isInOrder ? `SELECT _ordinal ${from}\nLIMIT ${count}` : undefined;
}

/** Whether texts decide between rows that tie: of rows that lie together, it costs less to read only those of ties. */
function comparesTexts({ table }: RouteContext, { terms: [, ...others] }: OrderedRows): boolean {
  return others.some(({ column }) => table.columns.find(({ name }) => name === column)?.type === 'VARCHAR');
}

function leadingSql({ terms, count }: OrderedRows, from: string): string {
  return `SELECT _ordinal ${from}\nORDER BY ${sqlOrder(terms)} LIMIT ${count}`;
}

/** All rows that rank, by the first term alone, at least as high as the last of the top rows. */
function leadingWithTies({ terms, count }: OrderedRows, from: string): string {
  const [first] = terms;
  const [direction, extreme, operator] = first?.isFalling ? ['DESC', 'min', '>='] : ['ASC', 'max', '<='];
  return `WITH _found AS MATERIALIZED (SELECT _ordinal, ${sqlName(first?.column ?? '')} AS _value ${from}
    ), _last AS (SELECT CASE WHEN count(_value) = ${count} THEN ${extreme}(_value) END AS _limit
      FROM (SELECT _value FROM _found ORDER BY _value ${direction} NULLS LAST LIMIT ${count}))
    SELECT _ordinal FROM _found, _last WHERE _limit IS NULL OR _value ${operator} _limit LIMIT ${fetchedRowsMax + 1}`;
}
