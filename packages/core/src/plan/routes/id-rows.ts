import { sqlString } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import type { RouteRule } from '../rule.ts';
import { keyValues } from '../shape/key-values.ts';
import { fetchOrdinals } from './candidates.ts';
import { freshOnly, hasColumns, tableOf } from './structure-relation.ts';

const idMax = 2n ** 63n - 1n;

/** Whether it is a number as `ids` keeps it: one that fits, and that is written as DuckDB would. */
function isNumber(id: string): boolean {
  return /^(0|[1-9]\d{0,18})$/.test(id) && BigInt(id) <= idMax;
}

/** Fetches videos by their ids: numbers by `ids`, others by `scan`, whose order is almost that of ids. */
export const idRows: RouteRule = {
  name: 'id-rows',
  propose(context) {
    const { reference, scope } = context;
    const ids = keyValues(reference, 'video_id', scope);
    if (ids === undefined) return 'no condition that names video ids';
    const areNumbers = ids.every(isNumber) && hasColumns(context, 'ids', []);
    const ordinals = (live: LiveSegment) =>
      areNumbers
        ? `SELECT ordinal FROM ${tableOf(live, 'ids')} WHERE ${among('id', ids)}`
        : `SELECT rowid AS ordinal FROM ${tableOf(live, 'scan')} WHERE ${among('video_id', ids.map(sqlString))}`;
    // Ids are in few files: that they are in the wanted ones would be asked of every row that is looked at.
    const fresh = (live: LiveSegment) => freshOnly(live, 'ordinal');
    return [fetchOrdinals(context, ordinals, ids.length, `${ids.length} ids`, fresh)];
  },
};

function among(column: string, values: readonly string[]): string {
  return values.length === 0 ? 'false' : `${column} IN (${values.join(', ')})`;
}
