import { sqlName } from '@sdq/duckdb/sql';
import type { ChangedRows, LiveSegment } from '@sdq/index';
import type { MaskedOrdinals } from '../../runnable-plan.ts';

/** The database in memory, of each process that runs queries, with the changed rows that it holds. */
export const changesDatabase = 'changes';

/** Changed rows, as SQL for FROM. */
export function changedRelation({ name, sql, isHeld }: ChangedRows): string {
  return isHeld ? `${changesDatabase}.main.${sqlName(name)}` : `(${sql})`;
}

/** The masked rows of a segment, for what drops them by number; nothing where it has none. */
export function maskedOrdinals({ masked }: Pick<LiveSegment, 'masked'>): { masked?: MaskedOrdinals } {
  if (masked === undefined) return {};
  const { ordinals } = masked;
  return {
    masked: { name: ordinals.name, sql: `SELECT ordinal FROM ${changedRelation(ordinals)} ORDER BY ordinal` },
  };
}
