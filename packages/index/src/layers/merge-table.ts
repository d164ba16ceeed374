import type { CatalogTable } from '@sdq/catalog';
import { dropTables } from '@sdq/duckdb';
import { isLayered, type TableState } from '../files/living-rows.ts';
import { addDelta } from '../merge/add-delta.ts';
import type { MergeContext, MergeTarget } from '../merge/merge-context.ts';
import { noteObservedKeys, observedKeys } from '../merge/observed-keys.ts';
import { rewriteMonths } from '../merge/rewrite-months.ts';
import { changedShare, isFoldedLater } from './changed-share.ts';
import { foldTable } from './fold-table.ts';
import { dropEmptyDeltas } from './join-deltas.ts';

export interface MergedTable extends TableState {
  /** Months whose base files were written anew; null for a table without months. */
  readonly months: readonly (string | null)[];
}

/**
 * Merges observations into a table. `observations` is SQL for FROM, with the table's stored columns except
 * `observedBy`, and with `_observed`, the time of each. The files are written, but no snapshot names them yet.
 *
 * Few changes become a delta file and a mask. Where those hold more than `deltaShareMax` of the rows of the base
 * files, all months that change are rewritten: from there on, that is cheaper than to find each row, and queries
 * would read too much twice. Those of a large table are left for `foldLayers`: {@link leftToFold} says of which. Delta files of like size
 * are left for `joinLayers`.
 */
export async function mergeTable(
  target: MergeTarget,
  table: CatalogTable,
  state: TableState,
  observations: string,
  context: MergeContext = {},
): Promise<MergedTable> {
  const { connection } = target;
  const { keys = [], deltaShareMax = 0 } = context;
  if (state.files.length === 0)
    return { ...(await rewriteMonths(target, table, [], observations, context)), masks: [] };
  try {
    const observed = await noteObservedKeys(connection, table, observations, keys);
    const isSmall = deltaShareMax > 0 && changedShare(state, observed) <= deltaShareMax;
    if (!isSmall && !isLayered(state))
      return { ...(await rewriteMonths(target, table, state.files, observations, context)), masks: [] };
    const layered = await addDelta(target, table, state, observations, { ...context, observed });
    if (isSmall || isFoldedLater(state))
      return { ...(await dropEmptyDeltas(target.root, layered)), months: [] };
    return { ...(await foldTable(target, table, layered)), masks: [] };
  } finally {
    await dropTables(connection, [observedKeys]);
  }
}
