import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, open, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CatalogTable } from '@sdq/catalog';
import { AppError, asDiskFull } from '@sdq/contract';
import { allRows, Database, isInterrupt, readFailure } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { type LoadOptions, localTableLimits } from '../../../backend/local-table.ts';
import { queryCancelled, queryTimeout } from '../../../backend/stream-errors.ts';
import { firstSentence } from '../../../syntax/first-sentence.ts';
import { Deadline } from '../execute/deadline.ts';
import { type Recognised, recognise } from './local-format.ts';
import { localRows } from './local-rows.ts';
import { type LocalSource, stateOf, tooLarge } from './local-source.ts';
import { describe, isWhole, textSource } from './text-source.ts';

/** Where copies lie, and what may be used to make them. */
export interface LocalFolder {
  readonly path: string;
  readonly threads: number;
  readonly memoryBytesMax: number;
}

/**
 * Copies a local table into the folder, as Parquet, and describes it. A file that changes while it is read is refused.
 * Errors: those of `loadTable` of the backend.
 */
export async function loadLocalTable(
  folder: LocalFolder,
  source: LocalSource,
  options: LoadOptions,
): Promise<CatalogTable> {
  const check = stopper(options);
  const label = 'path' in source ? `"${source.path}"` : `The table "${options.name}"`;
  const id = randomUUID();
  const path = join(folder.path, `${id}.parquet`);
  try {
    const before = 'path' in source ? await stateOf(source.path) : undefined;
    const content = await contentOf(source, options.name, check);
    const recognised = await formatOf(source);
    const reading = { source, recognised, path, label, check };
    const written = await withConnection(folder, options, (connection) =>
      write(connection, reading, options),
    );
    if ('path' in source && (await stateOf(source.path)).mark !== before?.mark)
      throw new AppError('file_malformed', `${label} changed while it was read`, {
        hint: 'Run the query again when nobody writes to it',
      });
    const digest = createHash('sha256')
      .update(JSON.stringify([content, written.columns]))
      .digest('hex');
    const told = 'path' in source ? `${basename(source.path)}, ${recognised.format}` : 'Arrow data';
    return tableOf(options, { ...written, path, digest, source: told });
  } catch (error) {
    await rm(path, { force: true });
    throw asDiskFull(error, { path: folder.path }) ?? asMalformed(error, label);
  } finally {
    await rm(linkOf(path), { force: true });
  }
}

/** Where the file is read: its own name may have characters that DuckDB takes for a pattern. */
function linkOf(copy: string): string {
  return copy.replace(/\.parquet$/, '.source');
}

/** Loaded for Arrow only: it has 150 modules. */
const arrowModule = () => import('./arrow-to-parquet.ts');

async function contentOf(source: LocalSource, name: string, check: () => void): Promise<string> {
  if ('path' in source) return await digestOf(source.path, check);
  const { arrowBytes } = await arrowModule();
  const bytes = arrowBytes(source.arrow);
  if (bytes.length > localTableLimits.bytesMax) throw tooLarge(name, bytes.length);
  return createHash('sha256').update(bytes).digest('hex');
}

async function formatOf(source: LocalSource): Promise<Recognised> {
  return 'path' in source
    ? await recognise(source.path, source.format)
    : { format: 'arrow', compression: 'none', encoding: 'utf-8' };
}

interface Written {
  readonly columns: readonly { readonly name: string; readonly type: string; readonly expression?: string }[];
  readonly rows: number;
  readonly bytes: number;
}

interface Reading {
  readonly source: LocalSource;
  readonly recognised: Recognised;
  /** Where the copy is written. */
  readonly path: string;
  /** What errors call it. */
  readonly label: string;
  readonly check: () => void;
}

async function write(
  connection: DuckDBConnection,
  reading: Reading,
  { name, textColumns }: LoadOptions,
): Promise<Written> {
  const { source, recognised, path, label } = reading;
  const isText = (column: string) => textColumns.has(column.toLowerCase());
  if (recognised.format === 'arrow') await writeArrowSource(reading);
  else if ('path' in source && recognised.format === 'parquet')
    await copyFile(source.path, path, constants.COPYFILE_FICLONE);
  else if ('path' in source) {
    const link = linkOf(path);
    await symlink(source.path, link);
    const { types = {} } = source;
    const from = await textSource(connection, link, recognised, { types, name, label, isText });
    const list = (await describe(connection, from)).map(({ name: column, type }) =>
      type === 'JSON' ? `CAST(${sqlName(column)} AS VARCHAR) AS ${sqlName(column)}` : sqlName(column),
    );
    await connection.run(
      `COPY (SELECT ${list.join(', ')} FROM ${from}) TO ${sqlString(path)} (FORMAT parquet, COMPRESSION lz4_raw)`,
    );
  }
  const found = await describe(connection, localRows(path));
  refuseForeign(found, label);
  const facts = await allRows<{ rows: string; bytes: string }>(
    connection,
    `SELECT sum(num_rows) AS rows, sum(file_size_bytes) AS bytes FROM parquet_file_metadata(${sqlString(path)})`,
  );
  return {
    columns: found.map(({ name: column, type }) =>
      isText(column) && isWhole(type)
        ? { name: column, type: 'VARCHAR', expression: `CAST(${sqlName(column)} AS VARCHAR)` }
        : { name: column, type },
    ),
    rows: Number(facts[0]?.rows ?? 0),
    bytes: Number(facts[0]?.bytes ?? 0),
  };
}

async function writeArrowSource({ source, path, label, check }: Reading): Promise<void> {
  const { arrowBytes, writeArrow } = await arrowModule();
  if (!('path' in source)) return await writeArrow(arrowBytes(source.arrow), path, { label, check });
  const file = await open(source.path, 'r');
  try {
    await writeArrow(file, path, { label, check });
  } finally {
    await file.close().catch(() => {}); // the reader may have closed it
  }
}

/** Types that results, comparisons and the gate know. */
const known =
  /^(?:BOOLEAN|U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|FLOAT|DOUBLE|DECIMAL\(\d+,\d+\)|DATE|TIME(?:STAMP(?:_S|_MS|_NS)?)?(?: WITH TIME ZONE)?|INTERVAL|VARCHAR|BLOB|UUID|ENUM\(.*\)|(?:STRUCT|MAP)\(.*\))(?:\[\d*\])*$/s;

function refuseForeign(found: readonly { name: string; type: string }[], label: string): void {
  const foreign = found.find(
    ({ type }) => !known.test(type) || /\b(?:GEOMETRY|VARIANT|UNION|BIT)\b/.test(type),
  );
  if (foreign !== undefined)
    throw new AppError(
      'file_malformed',
      `${label} has a column "${foreign.name.slice(0, 80)}" of type ${foreign.type.slice(0, 80)}, which queries cannot read`,
      { hint: 'Leave the column out, or write it as text' },
    );
  if (found.length > localTableLimits.columnsMax)
    throw new AppError(
      'source_limit',
      `${label} has ${found.length} columns; a local table has at most ${localTableLimits.columnsMax}`,
    );
}

function tableOf(
  { platform, name }: LoadOptions,
  { columns, ...local }: Written & { path: string; digest: string; source: string },
): CatalogTable {
  return {
    platform,
    name,
    description: `A table of this query: ${local.source}`,
    columns: columns.map((column) => ({ ...column, nullable: true, description: '' })),
    key: [],
    sortBy: [],
    zoneColumns: [],
    observedBy: '',
    paths: [],
    examples: [],
    local,
  };
}

async function withConnection<Result>(
  folder: LocalFolder,
  { timeoutMs, signal }: LoadOptions,
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  await using database = await Database.open({
    threads: folder.threads,
    memoryBytesMax: folder.memoryBytesMax,
    temporaryDirectory: folder.path,
  });
  const connection = await database.connect();
  try {
    const deadline = new Deadline(connection, { timeoutMs, signal });
    return await deadline.during(() => work(connection));
  } finally {
    connection.closeSync();
  }
}

/** Throws when the query has no more time, or nobody waits for it. */
function stopper({ timeoutMs, signal }: LoadOptions): () => void {
  const endsAt = performance.now() + timeoutMs;
  return () => {
    if (signal?.aborted) throw queryCancelled();
    if (performance.now() > endsAt) throw queryTimeout(timeoutMs);
  };
}

async function digestOf(path: string, check: () => void): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    check();
    hash.update(part as Buffer);
  }
  return hash.digest('hex');
}

/** Lines of DuckDB's errors that tell where a file is malformed. */
const telling =
  /^(?:CSV Error on Line|Original Line|Expected Number|Error when converting|Value with|Column|Malformed JSON)/;

/** Errors of DuckDB as those of the file. */
function asMalformed(error: unknown, label: string): unknown {
  if (error instanceof AppError || isInterrupt(error)) return error;
  const failure = readFailure(error);
  if (failure === null) return error;
  const lines = failure.message.split('\n').map((line) => line.trim());
  const found = lines.filter((line) => telling.test(line)).slice(0, 3);
  const told = found.length > 0 ? found.join('; ') : firstSentence(lines[0] ?? '');
  return new AppError('file_malformed', `${label} cannot be read: ${withoutPath(told).slice(0, 300)}`, {
    cause: error,
    hint: "Correct the file, or name types of its columns: { path, types: { column: 'VARCHAR' } }",
  });
}

/** The file is named already; the path of the copy is of no use. */
function withoutPath(text: string): string {
  return text.replace(/ ?(?:in |file )*["'][^"']*\.(?:source|parquet)["']/g, '');
}
