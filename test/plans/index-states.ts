import { createHash } from 'node:crypto';
import { builtInCatalog, type CatalogTable, pathsOf, tableId, videos } from '@sdq/catalog';
import {
  type FileEntry,
  fileSchemaOf,
  type Manifest,
  type MaskEntry,
  makeManifest,
  Snapshot,
} from '@sdq/index';
import { structuresOf } from '../../packages/core/src/backends/duckdb/access-paths/access-paths.ts';
import {
  keyFileDefinition,
  keyFilesOf,
} from '../../packages/core/src/backends/duckdb/candidates/key-files.ts';
import { definitionOf } from '../../packages/core/src/backends/duckdb/segments/current-structures.ts';
import { inventedStatistics } from './invented-statistics.ts';

export type SegmentEntry = NonNullable<Manifest['segments']>[number];

/** Rows of each structure for each row of its table, about as an invented index of ten million videos has them. */
const rowsPerRow: Readonly<Record<string, number>> = {
  scan: 1,
  ids: 1,
  tags: 3.2,
  rollup_day: 0.07,
  rollup_month: 0.012,
  rollup_categories: 0.04,
  author_totals: 0.06,
  hashtag_totals: 0.05,
  music_totals: 0.04,
  author_id_leaders: 0.0004,
  author_leaders: 0.0004,
  music_id_leaders: 0.0004,
  hashtag_leaders: 0.0003,
  words: 0.02,
  postings: 9,
};

/** Totals by time alone have as many rows as there are periods. */
function periodsPerRow(table: CatalogTable, structure: string): number | undefined {
  const instance = pathsOf(table).find((each) => each.structure === structure);
  if (instance?.path !== 'time-totals' || (instance.carries ?? []).length > 0) return undefined;
  if (instance.period === 'hour') return 0.0035;
  return instance.of === undefined ? 0.00015 : 0.000005;
}

const months = Array.from({ length: 48 }, (_, index) => {
  const month = 7 + index;
  return `${2022 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
});

/** States of an index, as manifests alone: nobody reads the files that they name. */
export const indexStates: readonly { readonly name: string; readonly snapshot: Snapshot }[] = [
  { name: 'whole', snapshot: indexOf({ rows: 10_000_000 }) },
  { name: 'whole, small', snapshot: indexOf({ rows: 200_000 }) },
  { name: 'stale', snapshot: indexOf({ rows: 10_000_000, changed: ['2025-12', '2026-04'] }) },
  {
    name: 'extended',
    snapshot: indexOf({ rows: 10_000_000, changed: ['2025-12', '2026-04'], isExtended: true }),
  },
  { name: 'not built', snapshot: indexOf({ rows: 10_000_000, isBuilt: false }) },
  { name: 'deltas', snapshot: indexOf({ rows: 10_000_000, deltas: 3 }) },
];

function indexOf({
  rows,
  changed = [],
  isExtended = false,
  isBuilt = true,
  deltas = 0,
}: {
  rows: number;
  /** Months whose files were replaced after the segment was built. */
  changed?: readonly string[];
  /** Whether a second segment holds what was replaced. */
  isExtended?: boolean;
  isBuilt?: boolean;
  /** Delta files of videos, each with a mask; a second segment holds the first of them. */
  deltas?: number;
}): Snapshot {
  const before = months.map((month) => videoFile(month, Math.floor(rows / months.length), 'first'));
  const now = before.map((file) =>
    changed.includes(file.month ?? '') ? videoFile(file.month ?? '', file.rows + 100, 'second') : file,
  );
  const others = builtInCatalog.tables.filter(
    (table) => table.platform === 'shortvideo' && table.name !== 'videos',
  );
  const added = Array.from({ length: deltas }, (_, number) => deltaFile(`delta ${number}`, 1_000));
  const tables: Record<string, FileEntry[]> = { 'shortvideo.videos': [...now, ...added] };
  for (const table of others) {
    const isByMonth = table.partitionBy !== undefined;
    tables[tableId(table)] = (isByMonth ? months : [null]).map((month) => ({
      ...entry(
        `data/shortvideo/${table.name}/${month === null ? '' : `month=${month}/`}`,
        tableId(table) + month,
      ),
      rows: Math.floor(rows / 10 / (isByMonth ? months.length : 1)),
      month,
      zones: {},
      schema: fileSchemaOf(table),
    }));
  }
  const segments = [
    segmentOver(videos, before, rows),
    ...othersBuilt(tables),
    ...(isExtended
      ? [
          segmentOver(
            videos,
            now.filter((file) => !before.includes(file)),
            Math.floor(rows / 24),
          ),
        ]
      : []),
    ...added.slice(0, 1).map((file) => segmentOver(videos, [file], file.rows)),
  ];
  const masks = added.map(({ path }, number) =>
    maskOf(videos, [now[number], ...added.slice(0, number)], path),
  );
  return new Snapshot(
    '/index',
    makeManifest({
      parent: null,
      tables,
      masks: { 'shortvideo.videos': masks },
      sources: [],
      segments: isBuilt ? segments : [],
    }),
  );
}

export function videoFile(month: string, rows: number, version: string): FileEntry {
  const begin = Date.parse(`${month}-01T00:00:00Z`);
  const end = Date.parse(`${months[months.indexOf(month) + 1] ?? '2026-08'}-01T00:00:00Z`) - 1_000;
  const idAt = (at: number) => String((BigInt(at / 1_000) << 32n) + 7n);
  const timeAt = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}.000000`;
  return {
    ...entry(`data/shortvideo/videos/month=${month}/`, `${version} ${month} ${rows}`),
    bytes: rows * 110,
    rows,
    month,
    zones: {
      video_id: { min: idAt(begin - 86_400_000), max: idAt(end + 86_400_000) },
      create_time: { min: timeAt(begin), max: timeAt(end) },
    },
    schema: fileSchemaOf(videos),
  };
}

/** Rows of any month. */
export function deltaFile(version: string, rows: number): FileEntry {
  const [first, last] = [videoFile('2022-08', rows, version), videoFile('2026-07', rows, version)];
  const zone = (column: string) => ({
    min: first.zones[column]?.min ?? '',
    max: last.zones[column]?.max ?? '',
  });
  return {
    ...first,
    ...entry('data/shortvideo/videos/delta/', version),
    bytes: rows * 200,
    month: null,
    zones: { video_id: zone('video_id'), create_time: zone('create_time') },
  };
}

/** A mask of a thousand rows of each of these files. */
export function maskOf(
  table: CatalogTable,
  files: readonly (FileEntry | undefined)[],
  content: string,
): MaskEntry {
  const named = files.flatMap((file) => (file === undefined ? [] : [[file.path, 1_000]]));
  return {
    ...entry(`data/shortvideo/${table.name}/masks/`, `mask of ${content}`),
    files: Object.fromEntries(named),
    schema: fileSchemaOf(table),
  };
}

/** A segment over each table beside videos that has paths. */
export function othersBuilt(
  tables: Readonly<Record<string, readonly FileEntry[]>>,
  wanted?: (structure: string) => boolean,
): SegmentEntry[] {
  return builtInCatalog.tables
    .filter((table) => tableId(table) !== tableId(videos) && pathsOf(table).length > 0)
    .flatMap((table) => {
      const files = tables[tableId(table)] ?? [];
      const rows = files.reduce((sum, file) => sum + file.rows, 0);
      return files.length === 0 ? [] : [segmentOver(table, files, rows, wanted)];
    });
}

export function segmentOver(
  table: CatalogTable,
  files: readonly FileEntry[],
  rows: number,
  wanted: (structure: string) => boolean = () => true,
): SegmentEntry {
  let firstOrdinal = 0;
  const covers = files.map((file) => {
    const row_file = {
      ...entry('data/shortvideo/rows/', `rows of ${file.path}`, 'rows'),
      bytes: file.rows * 127,
      schema: file.schema,
    };
    const covered = { path: file.path, rows: file.rows, first_ordinal: firstOrdinal, row_file };
    firstOrdinal += file.rows;
    return covered;
  });
  const structures: SegmentEntry['structures'] = {};
  for (const structure of structuresOf(table)) {
    const { name, columns, thresholdOf } = structure;
    if (!wanted(name)) continue;
    const share = name.startsWith('by_') ? 1 : (periodsPerRow(table, name) ?? rowsPerRow[name] ?? 1 / 200);
    structures[name] = {
      rows: name === 'totals' ? 1 : Math.ceil(rows * share),
      columns: columns.map((column) => column.name),
      definition: definitionOf(structure),
      ...(thresholdOf === undefined ? {} : { floor: String(Math.floor(rows / 1_000)) }),
    };
  }
  const segment = entry(
    'data/shortvideo/segments/',
    `segment over ${files.length} files of ${rows}${table === videos ? '' : tableId(table)}`,
    'duckdb',
  );
  const statistics = inventedStatistics(table, structuresOf(table), structures, rows);
  const key_files = Object.fromEntries(
    keyFilesOf(table)
      .filter(({ name }) => wanted(name))
      .map((file) => [
        file.name,
        {
          ...entry('data/shortvideo/keys/', `${file.name} over ${segment.sha256}`, 'keys'),
          keys: rows,
          ordinals: rows,
          definition: keyFileDefinition(file),
        },
      ]),
  );
  return { ...segment, table: tableId(table), covers, structures, key_files, statistics };
}

/** A file of an index, named by a hash of what it would hold. */
export function entry(folder: string, content: string, extension = 'parquet') {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path: `${folder}${sha256.slice(0, 32)}.${extension}`, bytes: 1_000_000, sha256 };
}
