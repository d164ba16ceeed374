import { type CatalogTable, storedColumns } from '@sdq/catalog';
import type { SegmentEntry } from '../manifest/manifest.ts';
import type { ColumnStatistics, GroupStatistics, StructureStatistics } from '../manifest/statistics.ts';
import { comparerOf } from './compare-bounds.ts';

/**
 * Statistics over the rows of several segments. Stale rows are included, so bounds are never too narrow, but may be
 * too wide.
 */
export interface CoverageStatistics {
  /** Whether each segment was built with statistics of every column and structure. */
  readonly isNoted: boolean;
  /**
   * Whether bounds are valid for all rows of the snapshot: no segment is missing statistics, and no file is
   * uncovered.
   */
  readonly isWhole: boolean;
  readonly rows: number;
  /** By stored column, for those that every segment recorded. */
  readonly columns: ReadonlyMap<string, ColumnStatistics>;
  /** By structure, for those that every segment recorded. */
  readonly structures: ReadonlyMap<string, StructureStatistics>;
}

/** Combines the statistics of several segments over a table; `rowsUncovered` rows are in none of them. */
export function statisticsOf(
  table: CatalogTable,
  segments: readonly SegmentEntry[],
  rowsUncovered: number,
): CoverageStatistics {
  const columns = new Map<string, ColumnStatistics>();
  for (const { name, type } of storedColumns(table)) {
    const all = inEach(segments, ({ statistics }) => statistics?.columns[name]);
    if (all !== undefined) columns.set(name, combineColumns(type, all));
  }
  const structures = new Map<string, StructureStatistics>();
  const names = new Set(segments.flatMap((segment) => Object.keys(segment.structures)));
  for (const name of names) {
    const all = inEach(segments, ({ statistics }) => statistics?.structures[name]);
    if (all !== undefined) structures.set(name, combineStructures(all));
  }
  const isNoted = columns.size === storedColumns(table).length && structures.size === names.size;
  return {
    isNoted,
    isWhole: isNoted && rowsUncovered === 0,
    rows: segments.reduce((sum, { covers }) => sum + covers.reduce((rows, file) => rows + file.rows, 0), 0),
    columns,
    structures,
  };
}

/** The values of each segment; undefined where one has none, or there is no segment. */
function inEach<Value>(
  segments: readonly SegmentEntry[],
  read: (segment: SegmentEntry) => Value | undefined,
): Value[] | undefined {
  const said = segments.map(read).filter((value) => value !== undefined);
  return said.length === 0 || said.length < segments.length ? undefined : said;
}

/** Bytes are added up. So are the rows of a group, which may have some in each segment. */
function combineStructures(all: readonly StructureStatistics[]): StructureStatistics {
  const bytes = all.reduce((sum, own) => sum + own.bytes, 0);
  const noted = all.flatMap(({ groups }) => groups ?? []);
  return { bytes, ...(noted.length === all.length ? { groups: combineGroups(noted) } : {}) };
}

function combineGroups(all: readonly GroupStatistics[]): GroupStatistics {
  const sum = (of: (groups: GroupStatistics) => number) =>
    all.reduce((total, groups) => total + of(groups), 0);
  return {
    count: Math.max(...all.map(({ count }) => count)),
    rows_median: sum(({ rows_median }) => rows_median),
    rows_p99: sum(({ rows_p99 }) => rows_p99),
    rows_most: sum(({ rows_most }) => rows_most),
  };
}

/** NULLs are added up, bounds are united; quantiles, mean bytes and compression are those of the main segment, which is the first. */
function combineColumns(type: string, all: readonly ColumnStatistics[]): ColumnStatistics {
  const distinct = all.flatMap((own) => own.distinct ?? []);
  const lengths = all.flatMap((own) => own.lengths ?? []);
  const finite = all.flatMap((own) => own.is_finite ?? []);
  const quantiles = all.find((own) => own.quantiles !== undefined)?.quantiles;
  const bytes = all.find((own) => own.mean_bytes !== undefined)?.mean_bytes;
  return {
    nulls: all.reduce((sum, { nulls }) => sum + nulls, 0),
    ...(distinct.length === 0 ? {} : { distinct: Math.max(...distinct) }),
    ...boundsOf(type, all),
    ...(quantiles === undefined ? {} : { quantiles }),
    ...(lengths.length === 0
      ? {}
      : {
          lengths: {
            min: Math.min(...lengths.map(({ min }) => min)),
            max: Math.max(...lengths.map(({ max }) => max)),
          },
        }),
    ...(finite.length === 0 ? {} : { is_finite: finite.every(Boolean) }),
    ...(bytes === undefined ? {} : { mean_bytes: bytes }),
    ...(all[0]?.is_plain === true ? { is_plain: true } : {}),
  };
}

function boundsOf(
  type: string,
  all: readonly ColumnStatistics[],
): Pick<ColumnStatistics, 'min' | 'max' | 'cut'> {
  const compare = comparerOf(type);
  if (compare === undefined) return {};
  const bound = (which: 'min' | 'max', sign: 1 | -1) =>
    all
      .flatMap((own) => {
        const text = own[which];
        return text === undefined ? [] : { text, isCut: own.cut?.includes(which) === true };
      })
      // A truncated text sorts above the same text that ends there.
      .sort((a, b) => sign * (compare(a.text, b.text) || Number(a.isCut) - Number(b.isCut)))[0];
  const [min, max] = [bound('min', 1), bound('max', -1)];
  if (min === undefined || max === undefined) return {};
  const cut = [...(min.isCut ? ['min' as const] : []), ...(max.isCut ? ['max' as const] : [])];
  return { min: min.text, max: max.text, ...(cut.length === 0 ? {} : { cut }) };
}
