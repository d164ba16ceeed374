import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { storedColumns } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { sqlString, sqlStrings } from '@sdq/duckdb/sql';
import { type FileEntry, sha256OfFile, writeDeltaFile } from '@sdq/index';
import { tableMemoryBytesMax } from '../limits.ts';
import type { FileContent } from '../store/object-store.ts';
import { content, type DataFile, deleteFieldIds } from './manifest.ts';
import {
  type DeletesFile,
  type DerivedFile,
  deletedPositions,
  derivedAdditions,
  type PlannedFile,
  type StoredFile,
  type TableOfSnapshot,
} from './planned-files.ts';
import { boundOf, monthNumber } from './single-value.ts';
import type { TablePlace } from './table-place.ts';
import type { SchemaField } from './table-schema.ts';

/** A file as a manifest describes it, and its bytes where the store may not have them. */
export interface MadeFile {
  readonly dataFile: DataFile;
  readonly upload?: { readonly key: string; readonly content: FileContent };
}

interface Making {
  readonly of: TableOfSnapshot;
  readonly place: TablePlace;
  readonly fields: readonly SchemaField[];
  readonly sortOrderId: number;
}

/** Values and NULLs of each column of a file, as its footer counts them. */
type Counts = ReadonlyMap<string, { readonly values: number; readonly nulls: number | undefined }>;

/** Describes files of the index, and writes files with positions and with rows of derived tables, in a folder of its own. */
export class FileMaker implements AsyncDisposable {
  #opened: Promise<{ database: Database; connection: DuckDBConnection; folder: string }> | undefined;
  #made = 0;

  /** Files by the key that was planned; those that would have no rows are left out. */
  async make(planned: readonly PlannedFile[], making: Making): Promise<Map<string, MadeFile>> {
    const made = new Map<string, MadeFile>();
    const stored = planned.filter((file) => file.kind === 'stored');
    const deletes = planned.filter((file) => file.kind === 'deletes');
    if (stored.length > 0) await this.#describe(stored, making, made);
    if (deletes.length > 0) await this.#writeDeletes(deletes, making, made);
    for (const file of planned) if (file.kind === 'derived') await this.#writeRows(file, making, made);
    return made;
  }

  /** Columns of UBIGINT that may have values from 2^63 on, in any of these files. */
  async unfitColumns({ snapshot, table }: TableOfSnapshot): Promise<Set<string>> {
    const names = storedColumns(table).flatMap(({ name, type }) =>
      type.startsWith('UBIGINT') ? [name] : [],
    );
    const files = snapshot.files(table).map((file) => snapshot.path(file));
    if (names.length === 0 || files.length === 0) return new Set();
    const { connection } = await this.#open();
    const rows = await allRows<{ name: string }>(
      connection,
      `SELECT DISTINCT path_in_schema.split(', ')[1] AS name FROM parquet_metadata(${sqlStrings(files)})
       WHERE path_in_schema.split(', ')[1] IN (${names.map(sqlString).join(', ')})
         AND coalesce(try_cast(stats_max_value AS HUGEINT) > 9223372036854775807,
                      stats_null_count IS DISTINCT FROM num_values)`,
    );
    return new Set(rows.map(({ name }) => name));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#opened === undefined) return;
    const { database, connection, folder } = await this.#opened;
    connection.closeSync();
    database.close();
    await rm(folder, { recursive: true, force: true });
  }

  async #open() {
    this.#opened ??= (async () => {
      const folder = await mkdtemp(join(tmpdir(), 'sdq-open-table-'));
      const database = await Database.open({
        memoryBytesMax: tableMemoryBytesMax,
        temporaryDirectory: folder,
        // writing a file needs two for the same bytes
        threads: 2,
      });
      return { database, connection: await database.connect(), folder };
    })();
    return await this.#opened;
  }

  async #describe(
    files: readonly StoredFile[],
    { of: { snapshot }, place, fields, sortOrderId }: Making,
    made: Map<string, MadeFile>,
  ): Promise<void> {
    const paths = files.map(({ entry }) => snapshot.path(entry));
    const counts = await this.#countsOf(paths, fields);
    for (const [at, file] of files.entries()) {
      const rows = rowsFile(
        place.uri(file.key),
        file,
        file.entry,
        fields,
        counts.get(paths[at] ?? '') ?? new Map(),
      );
      made.set(file.key, { dataFile: { ...rows, sort_order_id: sortOrderId } });
    }
  }

  async #countsOf(paths: readonly string[], fields: readonly SchemaField[]): Promise<Map<string, Counts>> {
    const { connection } = await this.#open();
    const names = fields.flatMap(({ name, type }) => (typeof type === 'string' ? [name] : []));
    const rows = await allRows<{ path: string; name: string; values: string; nulls: string | null }>(
      connection,
      `SELECT file_name AS path, path_in_schema AS name, sum(num_values)::VARCHAR AS values,
         CASE WHEN bool_and(stats_null_count IS NOT NULL) THEN sum(stats_null_count)::VARCHAR END AS nulls
       FROM parquet_metadata(${sqlStrings(paths)})
       WHERE path_in_schema IN (${names.map(sqlString).join(', ')}) GROUP BY ALL`,
    );
    const counts = new Map<string, Map<string, { values: number; nulls: number | undefined }>>();
    for (const { path, name, values, nulls } of rows) {
      const own = counts.get(path) ?? new Map();
      own.set(name, { values: Number(values), nulls: nulls === null ? undefined : Number(nulls) });
      counts.set(path, own);
    }
    return counts;
  }

  async #writeDeletes(
    files: readonly DeletesFile[],
    { of, place }: Making,
    made: Map<string, MadeFile>,
  ): Promise<void> {
    const positions = deletedPositions(
      of,
      files.map(({ entry }) => entry),
    );
    if (positions === undefined) return;
    const { connection, folder } = await this.#open();
    await connection.run(`CREATE OR REPLACE TEMP TABLE positions AS SELECT * FROM ${positions}`);
    const counted = await allRows<{ file_path: string; rows: string }>(
      connection,
      'SELECT file_path, count(*)::VARCHAR AS rows FROM positions GROUP BY ALL',
    );
    const counts = new Map(counted.map(({ file_path, rows }) => [file_path, Number(rows)]));
    const ids = Object.entries(deleteFieldIds).map(([name, id]) => `${name}: ${id}`);
    for (const file of files) {
      const rows = counts.get(file.entry.path);
      if (rows === undefined) continue;
      const uri = place.uri(file.entry.path);
      const path = join(folder, `${this.#made++}.parquet`);
      await connection.run(
        `COPY (SELECT ${sqlString(uri)} AS file_path, pos::BIGINT AS pos FROM positions
           WHERE file_path = ${sqlString(file.entry.path)} ORDER BY pos)
         TO ${sqlString(path)} (FORMAT parquet, COMPRESSION zstd, FIELD_IDS {${ids.join(', ')}})`,
      );
      const upload = await contentAt(path);
      made.set(file.key, {
        dataFile: deletesFile(place.uri(file.key), file, rows, upload.bytes, uri),
        upload: { key: file.key, content: upload },
      });
    }
    await connection.run('DROP TABLE positions');
  }

  async #writeRows(
    file: DerivedFile,
    { of, place, fields, sortOrderId }: Making,
    made: Map<string, MadeFile>,
  ): Promise<void> {
    const rows = derivedAdditions(of);
    if (rows === undefined) return;
    const { connection, folder } = await this.#open();
    const entry = await writeDeltaFile(connection, folder, of.table, rows);
    if (entry === null) return;
    const path = join(folder, entry.path);
    const counts = await this.#countsOf([path], fields);
    const dataFile = rowsFile(place.uri(file.key), file, entry, fields, counts.get(path) ?? new Map());
    made.set(file.key, {
      dataFile: { ...dataFile, sort_order_id: sortOrderId },
      upload: { key: file.key, content: { path, bytes: entry.bytes, sha256: entry.sha256 } },
    });
  }
}

async function contentAt(path: string): Promise<FileContent> {
  return { path, bytes: (await stat(path)).size, sha256: await sha256OfFile(path) };
}

function partitionOf({ spec, month }: PlannedFile): DataFile['partition'] {
  return Object.fromEntries(
    spec.fields.map(({ name }) => [name, month === null ? null : monthNumber(month)]),
  );
}

function rowsFile(
  uri: string,
  planned: PlannedFile,
  { rows, bytes, zones }: FileEntry,
  fields: readonly SchemaField[],
  counts: Counts,
): DataFile {
  const known = fields.flatMap(({ id, name, type }) => {
    const count = counts.get(name);
    return count === undefined ? [] : [{ id, name, type: String(type), ...count }];
  });
  const bounds = (side: 'lower' | 'upper') =>
    known.flatMap(({ id, name, type, values, nulls }) => {
      const zone = zones[name];
      // without values there are none
      if (zone === undefined || nulls === undefined || nulls === values) return [];
      const value = boundOf(type, side === 'lower' ? zone.min : zone.max, side);
      return value === undefined ? [] : [{ key: id, value }];
    });
  return {
    content: content.rows,
    file_path: uri,
    file_format: 'PARQUET',
    partition: partitionOf(planned),
    record_count: rows,
    file_size_in_bytes: bytes,
    value_counts: known.map(({ id, values }) => ({ key: id, value: values })),
    null_value_counts: known.flatMap(({ id, nulls }) =>
      nulls === undefined ? [] : [{ key: id, value: nulls }],
    ),
    lower_bounds: bounds('lower'),
    upper_bounds: bounds('upper'),
    sort_order_id: null,
    referenced_data_file: null,
  };
}

function deletesFile(
  uri: string,
  planned: PlannedFile,
  rows: number,
  bytes: number,
  target: string,
): DataFile {
  const bound = [{ key: deleteFieldIds.file_path, value: Buffer.from(target) }];
  return {
    content: content.positionDeletes,
    file_path: uri,
    file_format: 'PARQUET',
    partition: partitionOf(planned),
    record_count: rows,
    file_size_in_bytes: bytes,
    value_counts: null,
    null_value_counts: null,
    lower_bounds: bound,
    upper_bounds: bound,
    sort_order_id: null,
    referenced_data_file: target,
  };
}
