import type { OrderBy } from '../../duckdb/ast.ts';
import { sqlName, sqlString } from '../../duckdb/sql.ts';
import type { LiveSegment } from '../../index/coverage.ts';
import { structureOf } from '../../index/structures/index.ts';
import { cost } from '../cost.ts';
import type { Candidate, RouteContext, RouteRule } from '../rule.ts';
import { clauseText } from '../shape/clause-text.ts';
import { storedColumnsNeeded } from '../shape/columns-used.ts';
import { hashtagConditions } from '../shape/key-values.ts';
import { type LeadingRows, leadingRows, namedColumns } from '../shape/leading-rows.ts';
import { authorConditions } from './author-rows.ts';
import { fetchedRowsMax } from './ordinals.ts';
import {
  computedColumns,
  globalOrdinal,
  hasColumns,
  relationOf,
  rowStep,
  storedList,
  tableOf,
  wantedOnly,
} from './structure-relation.ts';

/** Where the leading rows are looked for: a structure with all columns of WHERE. */
interface Source {
  readonly structure: string;
  /** Conditions that part its rows; each gives rows of its own. */
  readonly wheres: (live: LiveSegment) => readonly string[];
  readonly ordinal: string;
  /** Constants for columns it does not have. */
  readonly given: Readonly<Record<string, string>>;
  /** Whether only rows above its floor are in it, so that fewer than asked for prove nothing. */
  readonly isTier: boolean;
  readonly cost: number;
}

/**
 * For `ORDER BY … LIMIT k`: first which rows lead, by narrow columns, then those rows whole. With other terms after
 * the first in ORDER BY, the rows that tie with the last one are taken along.
 */
export const leadingFirst: RouteRule = {
  name: 'leading-first',
  propose(context) {
    const { coverage, reference, resolved } = context;
    if (coverage.segments.length === 0) return 'no segment is built';
    const leading = leadingRows(context);
    if (typeof leading === 'string') return leading;
    const { text, endOffset } = resolved.statement;
    const clauses = clauseText(text, endOffset, reference);
    if (clauses === undefined) return 'the clauses stand in another order';
    const rest = text.slice(reference.end, clauses.filterEnd);
    const sources = sourcesOf(context, leading);
    if (sources.length === 0) return 'no structure has all columns of WHERE and ORDER BY';
    return sources.map((source) => candidateOf(context, leading, source, rest));
  },
};

function sourcesOf(context: RouteContext, leading: LeadingRows): Source[] {
  const { coverage, table, files, reference, scope } = context;
  const where = namedColumns(context, [context.reference.select.where_clause]);
  const [first] = leading.orderColumns;
  const [order] = leading.orders;
  if (first === undefined || order === undefined || nullsFirst(order)) return [];
  const needed = storedColumnsNeeded(table, new Map([...where, [first, 1]]));
  const sources: Source[] = [];
  const [tag] = hashtagConditions(reference, scope);
  if (tag?.anyOf.length === 1) {
    const hashtag = sqlString(tag.anyOf[0] ?? '');
    const given: Record<string, string> =
      tag.isExact && where.get('hashtags') === 1 ? { hashtags: `[${hashtag}]` } : {};
    if (hasColumns('tags', needed, Object.keys(given)))
      sources.push({
        structure: 'tags',
        wheres: () => [`hashtag = ${hashtag}`],
        ordinal: 'ordinal',
        given,
        isTier: false,
        cost: cost.start,
      });
  }
  const author = authorConditions(context);
  if (author !== undefined && hasColumns('by_author', needed))
    sources.push({
      structure: 'by_author',
      wheres: author.wheres,
      ordinal: 'ordinal',
      given: {},
      isTier: false,
      cost: cost.start,
    });
  if (!hasColumns('scan', needed)) return sources;
  const tier = `tier_${first}`;
  const tierRows = coverage.segments.map(({ segment }) => segment.structures[tier]?.rows);
  if (order.type === 'DESCENDING' && tierRows.every((rows) => rows !== undefined))
    sources.push({
      structure: tier,
      wheres: () => [reachesFloors(coverage.segments, tier, first)],
      ordinal: 'ordinal',
      given: {},
      isTier: true,
      cost: cost.start + (tierRows[0] ?? 0) * cost.nativeCell * (needed.length + 1),
    });
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  sources.push({
    structure: 'scan',
    wheres: () => ['true'],
    ordinal: 'rowid',
    given: {},
    isTier: false,
    cost: cost.start + rows * cost.nativeCell * (needed.length + 1),
  });
  return sources;
}

/** Above the highest floor, every row of every segment is in its tier. */
function reachesFloors(segments: readonly LiveSegment[], tier: string, metric: string): string {
  if (segments.length === 1) return 'true';
  const column = sqlName(metric);
  const floors = segments.map((live) => `(SELECT min(${column}) FROM ${tableOf(live, tier)})`);
  return `${column} >= greatest(${floors.join(', ')})`;
}

function candidateOf(context: RouteContext, leading: LeadingRows, source: Source, rest: string): Candidate {
  const { reference, coverage } = context;
  const { structure, given, isTier } = source;
  const stored = structureOf(structure)
    .columns.map(({ name }) => name)
    .filter((name) => !(name in given));
  const parts = coverage.segments.flatMap((live) =>
    source
      .wheres(live)
      .map(
        (where) =>
          `SELECT ${storedList(context, stored)}, ${globalOrdinal(live, source.ordinal)} AS _ordinal FROM ${tableOf(live, structure)} WHERE ${where}${wantedOnly(context, live, source.ordinal)}`,
      ),
  );
  const constants = Object.entries(given).map(([name, sql]) => `, ${sql} AS ${sqlName(name)}`);
  const alias = reference.node.alias === '' ? ` AS ${sqlName(reference.node.table_name)}` : '';
  const columns = computedColumns(context, [...stored, ...Object.keys(given)]);
  const from = `FROM (SELECT *${columns} FROM (SELECT *${constants.join('')} FROM (${parts.join(' UNION ALL ')})))${alias}${rest}`;
  const isWhole = leading.orderColumns.every(
    (name) =>
      name !== undefined && hasColumns(structure, storedColumnsNeeded(context.table, new Map([[name, 1]]))),
  );
  const sql = isWhole ? leadingSql(leading, from) : leadingWithTies(leading, from);
  const { step, stored: fetched } = rowStep(context, sql, {
    rowsMin: isTier ? leading.count : 0,
    rowsMax: fetchedRowsMax,
  });
  return {
    via: structure,
    relation: relationOf(context, fetched, [
      `SELECT ${storedList(context, fetched)} FROM ${step.placeholder}`,
    ]),
    steps: [step],
    edits: [],
    rowsMin: 0,
    rows: leading.count,
    bytes: leading.count * 120,
    cost: source.cost + cost.start + cost.fetch + leading.count * cost.fetchedRow,
    note: `the ${leading.count} rows that lead by ${leading.orderColumns[0]}, found in ${structure}`,
  };
}

function leadingSql({ orders, orderColumns, count }: LeadingRows, from: string): string {
  const terms = orders.map((order, index) => {
    const direction = order.type === 'DESCENDING' ? 'DESC' : 'ASC';
    return `${sqlName(orderColumns[index] ?? '')} ${direction} ${nullsFirst(order) ? 'NULLS FIRST' : 'NULLS LAST'}`;
  });
  return `SELECT _ordinal ${from}\nORDER BY ${terms.join(', ')} LIMIT ${count}`;
}

/** All rows that are at least as far ahead, by the first term alone, as the last of the leading ones. */
function leadingWithTies({ orders, orderColumns, count }: LeadingRows, from: string): string {
  const isFalling = orders[0]?.type === 'DESCENDING';
  const [direction, extreme, operator] = isFalling ? ['DESC', 'min', '>='] : ['ASC', 'max', '<='];
  return `WITH _found AS MATERIALIZED (SELECT _ordinal, ${sqlName(orderColumns[0] ?? '')} AS _value ${from}
    ), _last AS (SELECT CASE WHEN count(_value) = ${count} THEN ${extreme}(_value) END AS _limit
      FROM (SELECT _value FROM _found ORDER BY _value ${direction} NULLS LAST LIMIT ${count}))
    SELECT _ordinal FROM _found, _last WHERE _limit IS NULL OR _value ${operator} _limit LIMIT ${fetchedRowsMax + 1}`;
}

function nullsFirst(order: OrderBy): boolean {
  return /FIRST/.test(order.null_order);
}
