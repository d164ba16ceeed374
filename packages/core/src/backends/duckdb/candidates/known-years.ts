import { tableId } from '@sdq/catalog';
import { type Coverage, coverageOf, type FileEntry, type Snapshot } from '@sdq/index';
import { parseInstant } from '../../../shape/constants/instants.ts';
import { knownOffsets } from '../../../shape/constants/time-zones.ts';
import type { StoredColumn } from '../../../shape/dates/columns-of.ts';

/** Bounds of times: none is earlier or later, in microseconds since 1970, UTC. */
export interface TimeBounds {
  readonly least: bigint;
  readonly most: bigint;
}

/** What is known of all values of a TIMESTAMPTZ column. */
export interface KnownYears extends TimeBounds {
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
  return yearsOf([...uncovered], column, [noted.min === undefined ? noTimes : boundsOf(noted)]);
}

/** Whether all values of a column are at times of which the offsets of time zones are known. */
export function haveKnownOffsets(coverage: Coverage, column: string): boolean {
  const known = knownYearsIn(coverage, column);
  return known !== undefined && known.least >= knownOffsets.start && known.most < knownOffsets.end;
}

function yearsOf(
  files: readonly FileEntry[],
  column: string,
  others: readonly (TimeBounds | undefined)[] = [],
): KnownYears | undefined {
  const all = [...others, ...files.map(({ zones }) => boundsOf(zones[column]))];
  const known = all.flatMap((bounds) => bounds ?? []);
  if (known.length < all.length) return undefined;
  const { least, most } = boundsOfAll(known) ?? noTimes;
  return { isSince1970: least >= epoch, least, most };
}

/** Undefined without any. */
export function boundsOfAll(all: readonly TimeBounds[]): TimeBounds | undefined {
  const [first, ...others] = all;
  return others.reduce<TimeBounds | undefined>(
    (a, b) => a && { least: a.least < b.least ? a.least : b.least, most: a.most > b.most ? a.most : b.most },
    first,
  );
}

const epoch = 0n;
const noTimes: TimeBounds = { least: epoch, most: epoch };

/** Bounds that are noted as texts; infinities and other years are texts that are not read as instants. */
function boundsOf(
  noted: { readonly min?: string; readonly max?: string } | undefined,
): TimeBounds | undefined {
  const [least, most] = [parseInstant(noted?.min ?? '')?.min, parseInstant(noted?.max ?? '')?.max];
  return least === undefined || most === undefined ? undefined : { least, most };
}
