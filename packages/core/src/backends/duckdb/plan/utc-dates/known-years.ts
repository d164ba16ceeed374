import { tableId } from '@sdq/catalog';
import { coverageOf, type Snapshot } from '@sdq/index';
import { parseInstant } from '../../../../shape/constants/instants.ts';
import type { StoredColumn } from '../../../../shape/dates/columns-of.ts';

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
  const noted = coverage.statistics.columns.get(column);
  // A column in which every value is NULL has no bounds.
  const ofSegments =
    noted?.is_finite === true ? (noted.min === undefined ? epoch : leastOf(noted)) : undefined;
  const files = ofSegments === undefined ? snapshot.files(table) : [...coverage.uncovered];
  const least = [
    ...(ofSegments === undefined ? [] : [ofSegments]),
    ...files.map(({ zones }) => leastOf(zones[column])),
  ];
  return least.includes(undefined)
    ? undefined
    : { isSince1970: least.every((at) => at !== undefined && at >= epoch) };
}

const epoch = 0n;

/** The least of values between two texts; infinities and other years are texts that are not read as instants. */
function leastOf(bounds: { readonly min?: string; readonly max?: string } | undefined): bigint | undefined {
  return parseInstant(bounds?.max ?? '') === undefined ? undefined : parseInstant(bounds?.min ?? '')?.min;
}
