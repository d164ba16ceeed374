import type { CatalogTable } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import type { UnnestedRows } from '../../../../shape/grouped/unnested-rows.ts';
import type { SpanEdit } from '../../../../shape/table-question.ts';
import { aliasOf } from '../../candidates/totals/over-groups.ts';
import type { TotalsFit } from '../../candidates/totals/totals-fit.ts';

/** Groups in place of a table whose tags are unnested; the subquery names columns that are no longer read. */
export function tagRelation(
  table: CatalogTable,
  { rows, element }: UnnestedRows,
  parts: readonly string[],
): string {
  const unread = rows.columns.filter((name) => name !== element);
  const list = ['*', ...unread.map((name) => `NULL::${typeOf(table, name)} AS ${sqlWord(name)}`)].join(', ');
  return `(SELECT ${list} FROM (${parts.join(' UNION ALL ')}))`;
}

/** The edits of a fit, and the call of unnest, which the groups' own columns replace. */
export function tagEdits(
  { call, element }: UnnestedRows,
  { edits, measures }: Pick<TotalsFit, 'edits' | 'measures'>,
): SpanEdit[] {
  return [
    ...edits,
    { start: call.start, end: call.end, text: [...measures.map(aliasOf), sqlWord(element)].join(', ') },
  ];
}

function typeOf(table: CatalogTable, name: string): string {
  return table.columns.find((column) => column.name === name)?.type ?? 'BIGINT';
}
