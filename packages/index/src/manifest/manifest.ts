import { createHash } from 'node:crypto';
import { AppError } from '@sdq/contract';
import { z } from 'zod';
import { type FileSchema, fileSchema, SchemaIds, type Schemas } from './file-schema.ts';
import { livingMasks, rowsMasked } from './masks.ts';
import { segmentStatistics } from './statistics.ts';

/**
 * Version of the manifest format that is written; older ones can be read, newer ones are refused.
 * - 1: tables, sources, segments.
 * - 2: statistics of segments, schemas of files.
 * - 3: key files of segments.
 * - 4: delta files and masks.
 * - 5: segments of the compact profile, which have no row files; files in place.
 */
export const manifestFormat = 5;

const name = '[a-z_][a-z0-9_]*';

/** The file's schema: an id in `schemas`. Absent for files written before schemas were recorded. */
const schemaId = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .optional();

/** One immutable Parquet file. */
const fileEntry = z.strictObject({
  /** Relative to the index, with `/`; ends in the first 32 hex digits of its SHA-256. */
  path: z
    .string()
    .regex(
      new RegExp(`^data/${name}/${name}/(month=\\d{4}-\\d{2}/|delta/|in-place/)?[0-9a-f]{32}\\.parquet$`),
    ),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.int().nonnegative(),
  /** UTC month `YYYY-MM` of the table's partition column; null for an unpartitioned table, a delta file, and a file in place. */
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .nullable(),
  /**
   * Zone map: least and greatest value of each zone column, as text; timestamps as `YYYY-MM-DD HH:MM:SS.ffffff`, UTC.
   */
  zones: z.record(z.string(), z.strictObject({ min: z.string(), max: z.string() })),
  /** For a file in place: the path under which it was added. The file at `path` is a hard link to it. */
  in_place: z.string().optional(),
  schema: schemaId,
});

/**
 * Rows of older files that were replaced or removed: a Parquet file with `file_path` (the file's path in the index),
 * `pos` (the row's number there, from 0), ascending by both, and the stored columns that the row had. The first two
 * are those of a position delete of Apache Iceberg.
 */
const maskEntry = z.strictObject({
  path: z.string().regex(new RegExp(`^data/${name}/${name}/masks/[0-9a-f]{32}\\.parquet$`)),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** By path of an older file: how many of its rows are masked. No other mask of the table has any of these rows. */
  files: z.record(z.string(), z.int().positive()),
  schema: schemaId,
});

const tableEntry = z.strictObject({
  /** Rows of its files that no mask hides. */
  rows: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  files: z.array(fileEntry),
  /** Oldest first. Absent where no row is masked. */
  masks: z.array(maskEntry).optional(),
});

/** An ingested file: the same content is not ingested twice. */
const sourceEntry = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string(),
  format: z.string(),
  /** Hash of everything else that the result of ingesting depends on: mapping, constants, observation time. */
  options: z.string(),
  records: z.int().nonnegative(),
  accepted: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  /** Refused records by reason. */
  refused_by: z.record(z.string(), z.int().nonnegative()).optional(),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Full rows of one base file, in its order, for random access. */
const rowFileEntry = z.strictObject({
  path: z.string().regex(new RegExp(`^data/${name}/rows/[0-9a-f]{32}\\.rows$`)),
  bytes: z.int().nonnegative(),
  sha256,
  schema: schemaId,
});

/** The ordinals of the covered rows by key, by owner or by tag, readable without an engine. */
const keyFileEntry = z.strictObject({
  path: z.string().regex(new RegExp(`^data/${name}/keys/[0-9a-f]{32}\\.keys$`)),
  bytes: z.int().nonnegative(),
  sha256,
  /** Number of keys, and of the ordinals of all of them. */
  keys: z.int().nonnegative(),
  ordinals: z.int().nonnegative(),
  /** What it was built by: equal if it would be built the same way today. */
  definition: z.string(),
});

/** A base file that a segment covers, and the ordinal of its first row there. */
const coveredFile = z.strictObject({
  path: fileEntry.shape.path,
  rows: z.int().nonnegative(),
  first_ordinal: z.int().nonnegative(),
  /** Absent where rows are fetched from the base file: in the compact profile. */
  row_file: rowFileEntry.optional(),
});

/**
 * Acceleration structures over the base files of one table: tables in a native DuckDB file, and row files. Rows are
 * identified by ordinal: their number in the covered files, counted over all files.
 */
const segmentEntry = z.strictObject({
  path: z.string().regex(new RegExp(`^data/${name}/segments/[0-9a-f]{32}\\.duckdb$`)),
  bytes: z.int().nonnegative(),
  sha256,
  /** Id of the table it is over. */
  table: z.string(),
  /** Absent for the full profile. */
  profile: z.literal('compact').optional(),
  covers: z.array(coveredFile),
  /** By name: the rows of each structure, the columns it was built with, and what it was built by. */
  structures: z.record(
    z.string(),
    z.strictObject({
      rows: z.int().nonnegative(),
      columns: z.array(z.string()).optional(),
      definition: z.string().optional(),
      /** The threshold of a top-k partition: the least value of its ranking column. */
      floor: z
        .string()
        .regex(/^-?\d+$/)
        .optional(),
    }),
  ),
  /** By name. Absent for segments built before there were any. */
  key_files: z.record(z.string(), keyFileEntry).optional(),
  /** Absent for segments built before statistics were recorded. */
  statistics: segmentStatistics.optional(),
});

/** The manifest as it is written. */
const printedManifest = z.strictObject({
  format: z.literal([1, 2, 3, 4, manifestFormat]),
  snapshot_id: z.string().regex(/^[0-9a-f]{32}$/),
  parent: z.string().nullable(),
  tables: z.record(z.string(), tableEntry),
  sources: z.array(sourceEntry),
  /** Newest last. Absent where none was built. */
  segments: z.array(segmentEntry).optional(),
  /** By id: each schema that a file or row file uses. Absent where there is none. */
  schemas: z.record(z.string(), fileSchema).optional(),
});

/** An entry with its schema resolved. */
type WithSchema<Entry extends { schema?: unknown }> = Omit<Entry, 'schema'> & {
  readonly schema?: FileSchema | undefined;
};

export type FileEntry = WithSchema<z.infer<typeof fileEntry>>;
export type MaskEntry = WithSchema<z.infer<typeof maskEntry>>;
export type SourceEntry = z.infer<typeof sourceEntry>;
export type KeyFileEntry = z.infer<typeof keyFileEntry>;
export type RowFileEntry = WithSchema<z.infer<typeof rowFileEntry>>;
export type CoveredFile = Omit<z.infer<typeof coveredFile>, 'row_file'> & {
  row_file?: RowFileEntry | undefined;
};
export type SegmentEntry = Omit<z.infer<typeof segmentEntry>, 'covers'> & { covers: CoveredFile[] };

type TableEntry = Omit<z.infer<typeof tableEntry>, 'files' | 'masks'> & {
  files: FileEntry[];
  masks?: MaskEntry[];
};
type PrintedManifest = z.infer<typeof printedManifest>;

export interface Manifest extends Omit<PrintedManifest, 'tables' | 'segments' | 'schemas'> {
  tables: Record<string, TableEntry>;
  segments?: SegmentEntry[];
}

interface ManifestContent {
  parent: string | null;
  tables: Readonly<Record<string, readonly FileEntry[]>>;
  /** By table. */
  masks?: Readonly<Record<string, readonly MaskEntry[]>> | undefined;
  sources: readonly SourceEntry[];
  segments?: readonly SegmentEntry[] | undefined;
}

/**
 * A manifest over these tables. Its id is a hash of its content, so that the same data has the same id on every
 * machine; it contains no time and no path of its creation.
 */
export function makeManifest(content: ManifestContent): Manifest {
  return manifestOf(content, manifestFormat);
}

function manifestOf(content: ManifestContent, format: Manifest['format']): Manifest {
  const tables: Record<string, TableEntry> = {};
  for (const id of Object.keys(content.tables).sort()) {
    const files = [...(content.tables[id] ?? [])].sort((a, b) => (a.path < b.path ? -1 : 1));
    const masks = livingMasks(content.masks?.[id] ?? [], files);
    tables[id] = {
      rows: files.reduce((sum, file) => sum + file.rows, 0) - rowsMasked(masks),
      bytes: [...files, ...masks].reduce((sum, file) => sum + file.bytes, 0),
      files,
      ...(masks.length === 0 ? {} : { masks }),
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
  const snapshotId = createHash('sha256')
    .update(JSON.stringify(printed(body)))
    .digest('hex')
    .slice(0, 32);
  const { format: _, parent, ...rest } = body;
  return { format, snapshot_id: snapshotId, parent, ...rest };
}

/** Serialises a manifest; {@link parseManifest} reads it. */
export function printManifest(manifest: Manifest): string {
  return `${JSON.stringify(printed(manifest), null, 1)}\n`;
}

/** Replaces schemas by their ids. */
function printed(body: Omit<Manifest, 'snapshot_id'>): object {
  const ids = new SchemaIds();
  const withId = <Entry extends { schema?: FileSchema | undefined }>({ schema, ...entry }: Entry) =>
    schema === undefined ? entry : { ...entry, schema: ids.idOf(schema) };
  // The hash depends on this order.
  const { tables, sources, segments, ...head } = body;
  const content = {
    ...head,
    tables: Object.fromEntries(
      Object.entries(tables).map(([id, { files, masks, ...table }]) => [
        id,
        {
          ...table,
          files: files.map(withId),
          ...(masks === undefined ? {} : { masks: masks.map(withId) }),
        },
      ]),
    ),
    sources,
    ...(segments === undefined
      ? {}
      : {
          segments: segments.map((segment) => ({
            ...segment,
            covers: segment.covers.map(({ row_file, ...file }) => ({
              ...file,
              ...(row_file === undefined ? {} : { row_file: withId(row_file) }),
            })),
          })),
        }),
  };
  const { schemas } = ids;
  return Object.keys(schemas).length === 0 ? content : { ...content, schemas };
}

/** Parses a manifest; throws with a list of its errors. Errors: `index_too_new`. */
export function parseManifest(text: string): Manifest {
  const parsed: unknown = JSON.parse(text);
  refuseNewer(parsed);
  const read = printedManifest.safeParse(parsed);
  if (!read.success) throw new Error(z.prettifyError(read.error));
  const { format, snapshot_id: claimed, parent, sources, ...content } = read.data;
  const { tables, masks, segments } = withSchemas(content);
  const remade = manifestOf({ parent, tables, masks, sources, segments }, format);
  for (const [id, { rows, bytes }] of Object.entries(content.tables)) {
    const sums = remade.tables[id];
    if (sums?.rows !== rows || sums.bytes !== bytes)
      throw new Error(`The sums of "${id}" do not match its files`);
  }
  if (remade.snapshot_id !== claimed) throw new Error(`Its content does not match its id "${claimed}"`);
  return remade;
}

function withSchemas({
  tables,
  segments,
  schemas = {},
}: Pick<PrintedManifest, 'tables' | 'segments' | 'schemas'>): Pick<
  ManifestContent,
  'tables' | 'masks' | 'segments'
> {
  const hydrated = <Entry extends { schema?: string | undefined }>({ schema, ...entry }: Entry) =>
    schema === undefined ? entry : { ...entry, schema: schemaNamed(schemas, schema) };
  return {
    tables: Object.fromEntries(
      Object.entries(tables).map(([id, { files }]) => [id, files.map(hydrated) as FileEntry[]]),
    ),
    masks: Object.fromEntries(
      Object.entries(tables).map(([id, { masks = [] }]) => [id, masks.map(hydrated) as MaskEntry[]]),
    ),
    segments: segments?.map((segment) => ({
      ...segment,
      covers: segment.covers.map(({ row_file, ...file }) => ({
        ...file,
        ...(row_file === undefined ? {} : { row_file: hydrated(row_file) as RowFileEntry }),
      })),
    })),
  };
}

function schemaNamed(schemas: Schemas, id: string): FileSchema {
  const schema = schemas[id];
  if (schema === undefined) throw new Error(`A file refers to the schema "${id}", which is missing`);
  return schema;
}

/** The rest of a newer manifest cannot be understood, so nothing else is checked. */
function refuseNewer(parsed: unknown): void {
  const format = (parsed as { format?: unknown } | null)?.format;
  if (typeof format !== 'number' || format <= manifestFormat) return;
  throw new AppError(
    'index_too_new',
    `This index was written by a newer sdq (manifest format ${format}, this version reads up to ${manifestFormat})`,
    { hint: 'Upgrade sdq, or rebuild the index with this version' },
  );
}
