import { createHash } from 'node:crypto';
import { AppError } from '@sdq/contract';
import { z } from 'zod';
import { segmentStatistics } from './statistics.ts';

/**
 * Version of the layout that is written; older ones are read too, a newer one is refused.
 * - 1: tables, sources, segments.
 * - 2: statistics of segments.
 */
export const manifestFormat = 2;

/** One immutable Parquet file. */
const fileEntry = z.strictObject({
  /** Relative to the index, with `/`; ends in the first 32 hex digits of its SHA-256. */
  path: z.string().regex(/^data\/[a-z_]+\/[a-z_]+\/(month=\d{4}-\d{2}\/)?[0-9a-f]{32}\.parquet$/),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.int().nonnegative(),
  /** UTC month `YYYY-MM` of the table's partition column; null for an unpartitioned table. */
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .nullable(),
  /** Least and greatest value of each zone column, as text; timestamps as `YYYY-MM-DD HH:MM:SS.ffffff`, UTC. */
  zones: z.record(z.string(), z.strictObject({ min: z.string(), max: z.string() })),
});

const tableEntry = z.strictObject({
  rows: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  files: z.array(fileEntry),
});

/** A file that was taken in: the same content is not taken in twice. */
const sourceEntry = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string(),
  format: z.string(),
  /** Hash of everything else that decided what became of the records: mapping, constants, observation time. */
  options: z.string(),
  records: z.int().nonnegative(),
  accepted: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  /** Refused records by reason. */
  refused_by: z.record(z.string(), z.int().nonnegative()).optional(),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Full rows of one base file, in its order, for fetching some at random. */
const rowFileEntry = z.strictObject({
  path: z.string().regex(/^data\/[a-z_]+\/rows\/[0-9a-f]{32}\.rows$/),
  bytes: z.int().nonnegative(),
  sha256,
});

/** A base file that a segment holds, and the ordinal of its first row there. */
const coveredFile = z.strictObject({
  path: fileEntry.shape.path,
  rows: z.int().nonnegative(),
  first_ordinal: z.int().nonnegative(),
  row_file: rowFileEntry,
});

/**
 * What answers queries faster than the base files of one table: structures in a native DuckDB file, and row files.
 * Rows are known by ordinal: their number in the covered files, one file after the other.
 */
const segmentEntry = z.strictObject({
  path: z.string().regex(/^data\/[a-z_]+\/segments\/[0-9a-f]{32}\.duckdb$/),
  bytes: z.int().nonnegative(),
  sha256,
  /** Id of the table it is over. */
  table: z.string(),
  covers: z.array(coveredFile),
  /** By name: the rows of each structure, the columns it was built with, and what it was built by. */
  structures: z.record(
    z.string(),
    z.strictObject({
      rows: z.int().nonnegative(),
      columns: z.array(z.string()).optional(),
      definition: z.string().optional(),
      /** Of a structure that leading rows alone are in: the least value among them. */
      floor: z
        .string()
        .regex(/^-?\d+$/)
        .optional(),
    }),
  ),
  /** Absent where it was built before statistics were noted. */
  statistics: segmentStatistics.optional(),
});

const manifest = z.strictObject({
  format: z.literal([1, manifestFormat]),
  snapshot_id: z.string().regex(/^[0-9a-f]{32}$/),
  parent: z.string().nullable(),
  tables: z.record(z.string(), tableEntry),
  sources: z.array(sourceEntry),
  /** Newest last. Absent where none was built. */
  segments: z.array(segmentEntry).optional(),
});

export type FileEntry = z.infer<typeof fileEntry>;
export type TableEntry = z.infer<typeof tableEntry>;
export type SourceEntry = z.infer<typeof sourceEntry>;
export type RowFileEntry = z.infer<typeof rowFileEntry>;
export type CoveredFile = z.infer<typeof coveredFile>;
export type SegmentEntry = z.infer<typeof segmentEntry>;
export type Manifest = z.infer<typeof manifest>;

/**
 * A manifest over these tables. Its id is a hash of what it holds, so that the same data has the same id on every
 * machine; nothing in it tells the time or the place it was made.
 */
export function makeManifest(content: ManifestContent): Manifest {
  return manifestOf(content, manifestFormat);
}

interface ManifestContent {
  parent: string | null;
  tables: Readonly<Record<string, readonly FileEntry[]>>;
  sources: readonly SourceEntry[];
  segments?: readonly SegmentEntry[] | undefined;
}

function manifestOf(content: ManifestContent, format: Manifest['format']): Manifest {
  const tables: Record<string, TableEntry> = {};
  for (const id of Object.keys(content.tables).sort()) {
    const files = [...(content.tables[id] ?? [])].sort((a, b) => (a.path < b.path ? -1 : 1));
    tables[id] = {
      rows: files.reduce((sum, file) => sum + file.rows, 0),
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      files,
    };
  }
  const body = {
    format,
    parent: content.parent,
    tables,
    sources: [...content.sources],
    ...(content.segments === undefined || content.segments.length === 0
      ? {}
      : { segments: [...content.segments] }),
  } satisfies Omit<Manifest, 'snapshot_id'>;
  const snapshotId = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 32);
  const { format: _, parent, ...rest } = body;
  return { format, snapshot_id: snapshotId, parent, ...rest };
}

/** Reads a manifest's text; throws with a list of what is wrong with it. Errors: `index_too_new`. */
export function parseManifest(text: string): Manifest {
  const parsed: unknown = JSON.parse(text);
  refuseNewer(parsed);
  const read = manifest.safeParse(parsed);
  if (!read.success) throw new Error(z.prettifyError(read.error));
  const { format, snapshot_id: claimed, ...content } = read.data;
  const tables = Object.entries(content.tables).map(([id, table]) => [id, table.files] as const);
  const remade = manifestOf({ ...content, tables: Object.fromEntries(tables) }, format);
  for (const [id, { rows, bytes }] of Object.entries(content.tables)) {
    const sums = remade.tables[id];
    if (sums?.rows !== rows || sums.bytes !== bytes) throw new Error(`the sums of ${id} are not its files’`);
  }
  if (remade.snapshot_id !== claimed) throw new Error(`its content does not match its id ${claimed}`);
  return read.data;
}

/** What else a newer manifest says cannot be known, so nothing else is looked at. */
function refuseNewer(parsed: unknown): void {
  const format = (parsed as { format?: unknown } | null)?.format;
  if (typeof format !== 'number' || format <= manifestFormat) return;
  throw new AppError(
    'index_too_new',
    `this index was written by a newer sdq (manifest format ${format}, this one reads up to ${manifestFormat})`,
    { hint: 'upgrade sdq, or build the index anew with this one' },
  );
}
