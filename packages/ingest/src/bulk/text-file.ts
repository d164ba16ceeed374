import { mkdir, rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { checkFreeSpace } from '@sdq/index';
import type { RecordChunk, Row, Sample } from '../containers/record-chunk.ts';
import type { FlatTable } from '../flat/plan-table.ts';
import { Notes } from '../notes.ts';
import { type CellReader, readerOf } from '../open-cells.ts';
import { RawFiles } from '../text-columns/raw-files.ts';
import { type RawType, rawTypes } from '../text-columns/raw-type.ts';
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
  const types = rawTypes(plan, reader.fields, sample);
  const bytesMax = Math.ceil(columnsFactor * bytes);
  const file = await scanFile(reader, { types, columns, bytes, bytesMax });
  if (file === undefined) return undefined;
  const { raw } = file;
  return {
    ...file.bulk,
    others: { count: raw.odd, rows: raw.oddRows && (await rowsAt(reader, raw.oddRows, rowsOf)) },
  };
}

interface ScanOptions {
  readonly types: readonly RawType[];
  readonly columns: ColumnsOptions;
  /** Size of the file. */
  readonly bytes: number;
  /** Bytes that the columns take at most. */
  readonly bytesMax: number;
}

/** What the scanner reads, and the same records for the row mapper. */
export interface ScannedReader extends Pick<CellReader, 'fields' | 'scan' | 'records'> {}

/** Puts the rows of a file into columns; undefined where many of them cannot be kept. */
export async function scanFile(
  reader: ScannedReader,
  { types, columns, bytes, bytesMax }: ScanOptions,
): Promise<{ raw: RawFiles; bulk: BulkFile } | undefined> {
  await rm(columns.folder, { recursive: true, force: true });
  await mkdir(columns.folder, { recursive: true });
  checkFreeSpace(columns.folder, bytesMax);
  const raw = new RawFiles(columns.folder, reader.fields, types);
  const notes = new Notes();
  const isScanned = await reader.scan(
    raw,
    notes,
    () => raw.rows < rowsMin || raw.odd <= raw.rows * oddShareMax,
  );
  if (!isScanned || raw.odd === raw.rows) return undefined;
  await raw.write();
  const bulk: BulkFile = {
    types: new Map(reader.fields.map((field, i) => [field, types[i]?.type ?? 'VARCHAR'])),
    checked: new Set(reader.fields.filter((_, i) => types[i]?.check !== undefined)),
    rows: raw.rows,
    bytes,
    hasCells: true,
    isWhole: '_whole',
    others: { count: raw.odd, rows: undefined },
    notes,
    relation: (from, to) => raw.relation(from, to),
    records: async function* (connection, numbers) {
      for await (const { chunk, number } of recordsAt(reader, numbersOf(connection, numbers)))
        yield { chunk, number };
    },
  };
  return { raw, bulk };
}

/** Names that SQL tells apart from each other and from those that are added. */
function areNames(fields: readonly string[]): boolean {
  const names = new Set(fields.map((field) => field.toLowerCase()));
  const isOdd = fields.some((field) => field === '' || field.includes('\0') || !field.isWellFormed());
  const isTaken = ['file_row_number', '_whole', '_sure'].some((name) => names.has(name));
  return fields.length <= fieldsMax && names.size === fields.length && !isOdd && !isTaken;
}

/** The rows without columns, for the survey; undefined if they have many bytes. */
async function rowsAt(
  reader: ScannedReader,
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
  reader: ScannedReader,
  numbers: Iterable<number> | AsyncIterable<number>,
): AsyncGenerator<{ chunk: RecordChunk; number: number; size: number }> {
  const wanted = (async function* () {
    yield* numbers;
  })();
  let next = await wanted.next();
  let at = 0;
  for await (const records of reader.records()) {
    while (records.next()) {
      if (next.done === true) return;
      const number = at++;
      if (number !== next.value) continue;
      yield { chunk: records.chunk(), number, size: records.size() };
      next = await wanted.next();
    }
  }
}

async function* numbersOf(connection: DuckDBConnection, numbers: string): AsyncGenerator<number> {
  const result = await connection.stream(`SELECT file_row_number FROM ${numbers} ORDER BY 1`);
  for await (const rows of result.yieldRowsJson()) for (const [number] of rows) yield Number(number);
}
