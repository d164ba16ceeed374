import { tableId } from '@sdq/catalog';
import { type Coverage, coverageOf, type FileEntry, type Snapshot } from '@sdq/index';
import { parseInstant } from '../../../shape/constants/instants.ts';
import type { StoredColumn } from '../../../shape/dates/columns-of.ts';

/** What is known of all values of a TIMESTAMPTZ column. */
export interface KnownYears {
  /** Whether none is before 1970. */
  readonly isSince1970: boolean;
}

const known = new WeakMap<Snapshot, Map<string, KnownYears | undefined>>();

/**
 * Undefined unless all values of a TIMESTAMPTZ column are known to be finite and in the years 100 to 9999: by the
 * statistics of the segments, and by the zone maps of the files that no segment covers.
 */
export function knownYears(snapshot: Snapshot, column: StoredColumn): KnownYears | undefined {
  const columns = known.get(snapshot) ?? new Map<string, KnownYears | undefined>();
  known.set(snapshot, columns);
  const key = `${tableId(column.table)}.${column.column}`;
  if (!columns.has(key)) columns.set(key, readYears(snapshot, column));
  return columns.get(key);
}

function readYears(snapshot: Snapshot, { table, column }: StoredColumn): KnownYears | undefined {
  const coverage = coverageOf(snapshot, table);
  return knownYearsIn(coverage, column) ?? yearsOf(snapshot.files(table), column);
}

/** The same of the rows of segments, by their statistics, and of the files beside them. */
export function knownYearsIn({ statistics, uncovered }: Coverage, column: string): KnownYears | undefined {
  const noted = statistics.columns.get(column);
  if (noted?.is_finite !== true) return undefined;
  // A column in which every value is NULL has no bounds.
  return yearsOf([...uncovered], column, [noted.min === undefined ? epoch : leastOf(noted)]);
}

function yearsOf(
  files: readonly FileEntry[],
  column: string,
  others: readonly (bigint | undefined)[] = [],
): KnownYears | undefined {
  const least = [...others, ...files.map(({ zones }) => leastOf(zones[column]))];
  return least.includes(undefined)
    ? undefined
    : { isSince1970: least.every((at) => at !== undefined && at >= epoch) };
}

const epoch = 0n;

/** The least of values between two texts; infinities and other years are texts that are not read as instants. */
function leastOf(bounds: { readonly min?: string; readonly max?: string } | undefined): bigint | undefined {
  return parseInstant(bounds?.max ?? '') === undefined ? undefined : parseInstant(bounds?.min ?? '')?.min;
}
