import { sqlName } from '@sdq/duckdb/sql';
import type { AggregateCall } from '../../../../shape/grouped/aggregate-calls.ts';
import type { AggregatedRows } from '../../../../shape/grouped/aggregated-rows.ts';
import type { SpanEdit } from '../../../../shape/table-question.ts';
import type { RouteContext } from '../access-path.ts';
import { changesSince } from './changed-groups.ts';
import { aliasOf } from './over-groups.ts';
import type { Totals, TotalsFit } from './totals-fit.ts';

export interface UngroupedFit extends Pick<TotalsFit, 'edits' | 'measures'> {
  /** Whether the question still groups the totals. */
  readonly isGrouped: boolean;
}

/**
 * The edits of a fit, without GROUP BY where each row of the totals is a group of the question: a hash table of a million
 * keys takes 50 times as long as to read their totals. Aggregates become the totals themselves, HAVING a part of WHERE.
 */
export function withoutGrouping(
  totals: Totals,
  rows: AggregatedRows,
  { edits, measures }: Pick<TotalsFit, 'edits' | 'measures'>,
): UngroupedFit {
  const { calls } = rows;
  const same = { edits, measures, isGrouped: true };
  if (totals.areGroups !== true || totals.isMasked === true) return same;
  if (typeof calls === 'string' || rows.isHiding || rows.havingNamesRow) return same;
  const [first] = calls;
  const clauses = first && rows.clausesAround(first);
  if (clauses === undefined) return same;
  const overGroups = new Map(edits.filter(({ start, end }) => start < end).map((edit) => [edit.start, edit]));
  const singles = new Map<number, SpanEdit>();
  for (const call of calls) {
    const { start, end } = call;
    const own = overGroups.get(start);
    const text = own === undefined ? ofColumn(call) : ofOneRow(own.text);
    if (text === undefined || call.filter !== '') return same;
    singles.set(start, { start, end, text }); // DuckDB writes some operands out twice
  }
  const found = [...edits.filter(({ start, end }) => start === end), ...singles.values()];
  const { where, group, having } = clauses;
  if (where !== undefined) found.push({ start: where.end, end: where.end, text: ' (' });
  found.push({ ...group, text: where === undefined ? '' : ')' });
  if (having !== undefined) {
    found.push({ ...having.keyword, text: where === undefined ? 'WHERE (' : 'AND (' });
    found.push({ start: having.end, end: having.end, text: ')' });
  }
  return { measures, edits: found, isGrouped: false };
}

/** Whether groups by these columns are single rows of the totals. Of changed groups, what they are now is one row too. */
export function areGroups(
  context: RouteContext,
  { structure, grain }: Totals,
  keys: readonly string[] = [],
): boolean {
  const isKey = (name: string) => keys.includes(name);
  if (keys.length === 0 || !keys.every((name) => grain.columns.includes(name))) return false;
  const changes = changesSince(context);
  if (grain.columns.every(isKey)) return changes !== undefined;
  const [key = ''] = grain.columns;
  if (changes?.rows !== 0 || !isKey(key)) return false;
  const { segment } = context.coverage.segments[0] ?? {};
  const groups = segment?.statistics?.structures[structure]?.groups;
  const rows = segment?.structures[structure]?.rows ?? 0;
  // Rows without a key are not counted: there may be one.
  return groups?.rows_most === 1 && rows - groups.count <= 1;
}

const overTotals = new RegExp(`\\b(sum|min|max)\\((${aliasOf('')}\\w+)\\)(?! FILTER)`, 'g');
const aggregates = /\b(sum|min|max|count|avg)\s*\(/i;

const resultAlias = / AS "(?:[^"]|"")*"$/;

/** An aggregate over groups, and its alias, where there is one row of them; undefined for other forms. */
function ofOneRow(text: string): string | undefined {
  const [alias = ''] = resultAlias.exec(text) ?? [];
  const single = text
    .slice(0, text.length - alias.length)
    .replace(overTotals, (_, name, total) => (name === 'sum' ? `${total}::HUGEINT` : total));
  return aggregates.test(single) ? undefined : `${single}${alias}`;
}

const ofOneValue = new Set(['min', 'max', 'any_value']);

/** An aggregate of a column that all rows of a group have in common. */
function ofColumn(call: AggregateCall): string | undefined {
  if (!call.isPlain || call.isDistinct || call.argument !== 'column' || !ofOneValue.has(call.name))
    return undefined;
  if (call.columnWithoutName !== undefined) return undefined;
  if (!call.isItem || call.isNamed) return call.argumentText;
  return call.unnamedAs === undefined ? undefined : `${call.argumentText} AS ${sqlName(call.unnamedAs)}`;
}
