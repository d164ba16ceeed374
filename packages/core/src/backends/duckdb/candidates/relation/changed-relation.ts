import { sqlName } from '@sdq/duckdb/sql';
import type { ChangedRows, LiveSegment } from '@sdq/index';
import type { MaskedOrdinals } from '../../runnable-plan.ts';

/** The database in memory, of each process that runs queries, with the changed rows that it holds. */
export const changesDatabase = 'changes';

/** Changed rows, as SQL for FROM. */
export function changedRelation(rows: ChangedRows): string {
  if (!rows.isHeld) return `(${rows.sql})`;
  if (rows.parts === undefined) return heldTable(rows.name);
  return `(${rows.parts.map(({ name }) => `SELECT * FROM ${heldTable(name)}`).join(' UNION ALL ')})`;
}

/** The tables in which processes hold changed rows, each with the SELECT that fills it. */
export function heldPartsOf(rows: ChangedRows): NonNullable<ChangedRows['parts']> {
  return rows.parts ?? [rows];
}

/** A table of changed rows, as SQL. */
export function heldTable(name: string): string {
  return `${changesDatabase}.main.${sqlName(name)}`;
}

/** The masked rows of a segment, for what drops them by number; nothing where it has none. */
export function maskedOrdinals({ masked }: Pick<LiveSegment, 'masked'>): { masked?: MaskedOrdinals } {
  if (masked === undefined) return {};
  const { ordinals } = masked;
  return {
    masked: { name: ordinals.name, sql: `SELECT ordinal FROM ${changedRelation(ordinals)} ORDER BY ordinal` },
  };
}
