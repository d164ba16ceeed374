import { sqlString } from '../../duckdb/sql.ts';
import type { RouteRule } from '../rule.ts';
import { keyValues } from '../shape/key-values.ts';
import { fetchCandidate } from './ordinals.ts';
import { tableOf } from './structure-relation.ts';

/** Fetches videos by their ids: `scan` is almost in order of ids, so that its zone maps find them. */
export const idRows: RouteRule = {
  name: 'id-rows',
  propose(context) {
    const { coverage, reference, scope } = context;
    if (coverage.segments.length === 0) return 'no segment is built';
    const ids = keyValues(reference, 'video_id', scope);
    if (ids === undefined) return 'no condition that names video ids';
    return [
      fetchCandidate(
        context,
        (live) =>
          ids.length === 0
            ? `SELECT rowid AS ordinal FROM ${tableOf(live, 'scan')} WHERE false`
            : `SELECT rowid AS ordinal FROM ${tableOf(live, 'scan')} WHERE video_id IN (${ids.map(sqlString).join(', ')})`,
        ids.length,
        `${ids.length} ids`,
      ),
    ];
  },
};
