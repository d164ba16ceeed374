import { builtInCatalog, type CatalogTable, narrowColumns, tableId, videos } from '@sdq/catalog';
import { type FileEntry, fileSchemaOf, type MaskEntry, makeManifest, Snapshot } from '@sdq/index';
import {
  deltaFile,
  entry,
  maskOf,
  othersBuilt,
  type SegmentEntry,
  segmentOver,
  videoFile,
} from './index-states.ts';

/** Many rows, so that whatever a path offers costs less than the base files. */
const rowsPerMonth = 10_000_000;

const [may, june, july] = ['2026-05', '2026-06', '2026-07'].map((month) =>
  videoFile(month, rowsPerMonth, 'first'),
);
if (may === undefined || june === undefined || july === undefined) throw new Error('three months are named');
const juneAgain = videoFile('2026-06', rowsPerMonth, 'second');
/** Written, and its rows kept, before covers were described. */
const mayOlder = { ...may, schema: { columns: withoutCovers(fileSchemaOf(videos).columns) } };
/** Rows of any month, which replace rows of June. */
const delta = deltaFile('replaced', 1_000);
const juneBeside = videoFile('2026-06', rowsPerMonth, 'beside');

/** How far the segments hold three months of videos; a fixture names one with `-- state: …`. */
const states = {
  /** One segment holds all. */
  whole: { files: [may, june, july], segments: [[may, june, july]] },
  /** July is in no segment yet. */
  uncovered: { files: [may, june, july], segments: [[may, june]] },
  /** May was written before a column was described. */
  'older files': { files: [mayOlder, june, july], segments: [[mayOlder, june]] },
  /** June was replaced after the segment was built. */
  stale: { files: [may, juneAgain, july], segments: [[may, june, july]] },
  /** A second segment holds the June that replaced the first one's. */
  extended: { files: [may, juneAgain, july], segments: [[may, june, july], [juneAgain]] },
  /** July was added after the first segment was built, and has one of its own. */
  'two segments': { files: [may, june, july], segments: [[may, june], [july]] },
  /** Of two files of June, the segment's second was replaced. */
  'partly stale': { files: [may, june, juneAgain], segments: [[may, june, juneBeside]] },
  /** The second segment holds June again: the first one's is not read. */
  'held twice': { files: [may, june, july], segments: [[may, june, july], [june]] },
  /** The same as `extended`; the second segment was built before there were key files. */
  'older segment': { files: [may, juneAgain, july], segments: [[may, june, july], [juneAgain]] },
  /** Rows of June were replaced by rows of a delta file, which is in no segment. */
  masked: { files: [may, june, july, delta], segments: [[may, june, july]] },
  /** The segment was built by an early version: it has no structure but the rows' narrow columns. */
  'not built': { files: [may, june, july], segments: [[may, june, july]] },
} as const;

export type FixtureState = keyof typeof states;

export const fixtureStates = Object.keys(states) as FixtureState[];

export function isFixtureState(name: string): name is FixtureState {
  return name in states;
}

/** Files of a table beside videos: one, and where a state is about files that are not covered, one more. */
function filesOf(table: CatalogTable, state: FixtureState): FileEntry[] {
  const second =
    state === 'uncovered'
      ? ['second']
      : state === 'stale' && table.derivedFrom === undefined
        ? ['again']
        : [];
  return ['', ...second].map((version) => fileOf(table, version));
}

/** Those that its segment holds. */
function coveredFilesOf(table: CatalogTable, state: FixtureState): FileEntry[] {
  return ['', ...(state === 'stale' ? ['second'] : [])].map((version) => fileOf(table, version));
}

function fileOf(table: CatalogTable, version: string): FileEntry {
  const file = entry(`data/shortvideo/${table.name}/`, `${table.name}${version}`);
  return { ...file, rows: rowsPerMonth, month: null, zones: {}, schema: fileSchemaOf(table) };
}

/** The index of fixtures in one state. */
export function fixtureIndex(state: FixtureState): Snapshot {
  const { files, segments } = states[state];
  const others = builtInCatalog.tables.filter(
    ({ platform, name }) => platform === 'shortvideo' && name !== 'videos',
  );
  const tables = Object.fromEntries(others.map((table) => [tableId(table), filesOf(table, state)]));
  const covered = Object.fromEntries(others.map((table) => [tableId(table), coveredFilesOf(table, state)]));
  const wanted = (structure: string) => state !== 'not built' || structure === 'scan';
  const made: SegmentEntry[] = [
    ...segments
      .map((months) => segmentOver(videos, months, months.length * rowsPerMonth, wanted))
      .map((segment, at) => (state === 'older segment' && at === 1 ? withoutKeyFiles(segment) : segment)),
    ...othersBuilt(covered, wanted),
  ];
  return new Snapshot(
    '/index',
    makeManifest({
      parent: null,
      tables: { ...tables, 'shortvideo.videos': files },
      masks: state === 'masked' ? masked(tables) : {},
      sources: [],
      segments: state === 'not built' ? made.map(narrowOnly) : made,
    }),
  );
}

/** A mask of one file of each table. */
function masked(tables: Readonly<Record<string, readonly FileEntry[]>>): Record<string, MaskEntry[]> {
  const ofOthers = builtInCatalog.tables.flatMap((table): [string, MaskEntry[]][] => {
    const files = tables[tableId(table)];
    if (files === undefined || table.derivedFrom !== undefined) return [];
    return [[tableId(table), [maskOf(table, files, table.name)]]];
  });
  return { 'shortvideo.videos': [maskOf(videos, [june], delta.path)], ...Object.fromEntries(ofOthers) };
}

/** A segment whose native scan has narrow columns only. */
function narrowOnly(segment: SegmentEntry): SegmentEntry {
  const { scan } = segment.structures;
  const table = builtInCatalog.tables.find((each) => tableId(each) === segment.table);
  if (scan === undefined || table === undefined) return segment;
  const columns = narrowColumns(table).map(({ name }) => name);
  return { ...segment, structures: { scan: { ...scan, columns } } };
}

/** A segment with the structure of numeric keys that there was before key files. */
function withoutKeyFiles({ key_files: _, ...segment }: SegmentEntry): SegmentEntry {
  const ids = { rows: rowsPerMonth, columns: ['id', 'ordinal'] };
  return { ...segment, structures: { ...segment.structures, ids } };
}

function withoutCovers({
  cover_url: _,
  ...others
}: Readonly<Record<string, string>>): Record<string, string> {
  return others;
}
