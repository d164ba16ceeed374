import { mkdir, rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { checkFreeSpace } from '@sdq/index';
import type { RecordChunk, Row, Sample } from '../containers/record-chunk.ts';
import type { FlatTable } from '../flat/plan-table.ts';
import { Notes } from '../notes.ts';
import { type CellReader, readerOf } from '../open-cells.ts';
import { RawFiles } from '../text-columns/raw-files.ts';
import { rawTypes } from '../text-columns/raw-type.ts';
import type { BulkFile } from './bulk-file.ts';

/** Where the columns of text files are written, and from which size of a file on. */
export interface ColumnsOptions {
  readonly folder: string;
  readonly bytesMin: number;
}

export interface TextOptions {
  readonly sample: Sample;
  readonly plan: FlatTable;
  readonly columns: ColumnsOptions;
  readonly signal?: AbortSignal | undefined;
  /** The rows of a table in a record. */
  readonly rowsOf: (value: unknown) => readonly Row[];
}

const fieldsMax = 512;
/** Bytes of the rows without columns that the survey looks at; a file with more is surveyed row by row. */
const oddBytesMax = 16 * 1024 * 1024;
/** Share of rows without columns from which all rows are mapped one by one, and the rows after which it is looked at. */
const oddShareMax = 0.25;
const rowsMin = 50_000;
/** Columns beside their lengths have at most so many times the bytes of the text. */
const columnsFactor = 1.5;

/**
 * The rows of a CSV file or of flat JSON in columns. The scanner splits the text as the readers of the row mapper do, and leaves each row
 * to them whose cells it cannot keep. Undefined where all rows have to be mapped one by one. Errors: `file_malformed`, `disk_full`.
 */
export async function openTextFile(path: string, options: TextOptions): Promise<BulkFile | undefined> {
  const { sample, plan, columns, signal, rowsOf } = options;
  const { size: bytes } = await stat(path);
  const reader = readerOf(path, sample, plan, { signal });
  if (bytes < columns.bytesMin || reader === undefined || !areNames(reader.fields)) return undefined;
  await rm(columns.folder, { recursive: true, force: true });
  await mkdir(columns.folder, { recursive: true });
  checkFreeSpace(columns.folder, Math.ceil(columnsFactor * bytes));
  const types = rawTypes(plan, reader.fields, sample);
  const raw = new RawFiles(columns.folder, reader.fields, types);
  const notes = new Notes();
  const isScanned = await reader.scan(
    raw,
    notes,
    () => raw.rows < rowsMin || raw.odd <= raw.rows * oddShareMax,
  );
  if (!isScanned || raw.odd === raw.rows) return undefined;
  await raw.write();
  return {
    types: new Map(reader.fields.map((field, i) => [field, types[i]?.type ?? 'VARCHAR'])),
    rows: raw.rows,
    bytes,
    hasCells: true,
    isWhole: '_whole',
    others: { count: raw.odd, rows: raw.oddRows && (await rowsAt(reader, raw.oddRows, rowsOf)) },
    notes,
    relation: (from, to) => raw.relation(from, to),
    records: async function* (connection, numbers) {
      for await (const { chunk } of recordsAt(reader, numbersOf(connection, numbers))) yield chunk;
    },
  };
}

/** Names that SQL tells apart from each other and from those that are added. */
function areNames(fields: readonly string[]): boolean {
  const names = new Set(fields.map((field) => field.toLowerCase()));
  const isOdd = fields.some((field) => field === '' || field.includes('\0') || !field.isWellFormed());
  const isTaken = names.has('file_row_number') || names.has('_whole');
  return fields.length <= fieldsMax && names.size === fields.length && !isOdd && !isTaken;
}

/** The rows without columns, for the survey; undefined if they have many bytes. */
async function rowsAt(
  reader: CellReader,
  numbers: readonly number[],
  rowsOf: TextOptions['rowsOf'],
): Promise<Row[] | undefined> {
  const rows: Row[] = [];
  let bytes = 0;
  if (numbers.length === 0) return rows;
  for await (const { chunk, size } of recordsAt(reader, numbers)) {
    bytes += size;
    if (bytes > oddBytesMax) return undefined;
    if (chunk.refusal === undefined) rows.push(...rowsOf(chunk.value));
  }
  return rows;
}

/** Reads the file again to the records of these rows, which the row mapper then reads as it reads any. */
async function* recordsAt(
  reader: CellReader,
  numbers: Iterable<number> | AsyncIterable<number>,
): AsyncGenerator<{ chunk: RecordChunk; size: number }> {
  const wanted = (async function* () {
    yield* numbers;
  })();
  let next = await wanted.next();
  let at = 0;
  for await (const records of reader.records()) {
    while (records.next()) {
      if (next.done === true) return;
      if (at++ !== next.value) continue;
      yield { chunk: records.chunk(), size: records.size() };
      next = await wanted.next();
    }
  }
}

async function* numbersOf(connection: DuckDBConnection, numbers: string): AsyncGenerator<number> {
  const result = await connection.stream(`SELECT file_row_number FROM ${numbers} ORDER BY 1`);
  for await (const rows of result.yieldRowsJson()) for (const [number] of rows) yield Number(number);
}
