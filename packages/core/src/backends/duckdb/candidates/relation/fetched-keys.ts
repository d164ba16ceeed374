import type { LiveSegment } from '@sdq/index';
import type { KeySearch } from '../../runnable-plan.ts';
import type { Candidate, FetchedRows, Merge, OrdinalsOf, RouteContext } from '../access-path.ts';
import { cost } from '../cost.ts';
import { type DescribedKeyFile, keyFileIn } from '../key-files.ts';
import { maskedOrdinals } from './changed-relation.ts';
import { fetchCandidate, fetchedRowsMax } from './fetched-rows.ts';
import { keysBeside } from './keys-beside.ts';
import { globalOrdinal, livingOnly } from './segment-rows.ts';

/**
 * Fetches the rows with these keys. Ordinals are found in the key files, and, in segments that were built before there
 * were any, by `otherwise`, which may be undefined where that is not possible: then there is no candidate.
 */
export function fetchKeys(
  context: RouteContext,
  {
    file,
    keys,
    limit,
    otherwise,
    keysSelected = 0,
    ...found
  }: {
    readonly file: DescribedKeyFile;
    readonly keys: KeySearch['keys'];
    /** Estimated number of keys that are selected. */
    readonly keysSelected?: number;
    /** Maximum number of rows of each key in each segment; default: all. */
    readonly limit?: number;
    /** Stored columns to fetch; default: those that the query uses. */
    readonly columns?: readonly string[];
    readonly otherwise: OrdinalsOf | undefined;
    readonly rows: number;
    /** The most rows that they may have; default: the estimate, or the limit of each key. */
    readonly rowsMost?: number;
    readonly merge?: Merge;
    readonly note: string;
    readonly fetched?: FetchedRows | undefined;
  },
): Candidate | undefined {
  const { segments } = context.coverage;
  const files = segments.flatMap((live) => searchedFile(context, live, file) ?? []);
  const others = segments.filter((live) => keyFileIn(live, file) === undefined);
  if (others.length > 0 && otherwise === undefined) return undefined;
  const count = 'sql' in keys ? keysSelected : keys.length;
  const beside = keysBeside(context, file, keys);
  const search = {
    ...{ files, keys },
    ...(limit === undefined ? {} : { limit }),
    ...(beside === undefined ? {} : { beside }),
  };
  return fetchCandidate(context, {
    ...found,
    via: 'row files',
    sql: others.length === 0 || otherwise === undefined ? null : freshOrdinals(others, otherwise),
    ...(files.length === 0 ? {} : { keys: search }),
    rowsMost: limit === undefined ? (found.rowsMost ?? found.rows) : count * files.length * limit,
    cost: count * files.length * cost.searchedKey + (others.length === 0 ? 0 : cost.start),
  });
}

function searchedFile(
  { path }: RouteContext,
  live: LiveSegment,
  file: DescribedKeyFile,
): KeySearch['files'][number] | undefined {
  const entry = keyFileIn(live, file);
  return (
    entry && {
      path: path(entry),
      firstOrdinal: live.firstOrdinal,
      stale: live.stale,
      ...maskedOrdinals(live),
    }
  );
}

/** Keys are in few files: a condition on files would be evaluated for every row that is read. */
function freshOrdinals(segments: readonly LiveSegment[], ordinals: OrdinalsOf): string {
  const parts = segments.map(
    (live) =>
      `SELECT ${globalOrdinal(live, 'ordinal')} FROM (${ordinals(live)}) WHERE true${livingOnly(live, 'ordinal')}`,
  );
  // One more than the maximum, to detect that there are too many.
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) LIMIT ${fetchedRowsMax + 1}`;
}
