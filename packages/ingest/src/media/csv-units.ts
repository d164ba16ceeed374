import { pipeline, Readable } from 'node:stream';
import { AppError } from '@sdq/contract';
import { CsvError, type Info, parse } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';
import type { Notes } from '../notes.ts';
import { Refusal } from '../observation.ts';
import { CsvTextDecoder, csvEncoding } from './csv-text.ts';
import {
  type CsvDialect,
  excerptLengthMax,
  type ReadOptions,
  type Row,
  recordBytesMax,
  type Unit,
} from './medium.ts';
import { openBytes } from './open-bytes.ts';

const unitsAtOnce = 512;

interface CsvRecord {
  record: string[];
  info: Info;
}

/** RFC 4180, and what real files add to it: any line end, blank lines, stray quotes, a byte order mark. */
function parserOptions(delimiter: CsvDialect['delimiter']) {
  return {
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: recordBytesMax,
  } as const;
}

/**
 * The rows of a CSV file as objects by column name, some at a time. Rows whose number of fields is not the
 * header's are refused. Errors: `file_malformed`, with the line.
 */
export async function* csvUnits(
  path: string,
  source: { dialect: CsvDialect; columns: readonly string[]; notes: Notes },
  options: ReadOptions,
): AsyncGenerator<Unit[]> {
  const { dialect, columns, notes } = source;
  const decoder = new CsvTextDecoder(dialect.encoding);
  const settings = { ...parserOptions(dialect.delimiter), readableHighWaterMark: unitsAtOnce };
  const parser = parse(settings);
  pipeline(Readable.from(decoded(path, decoder, options)), parser, () => {}); // errors reach the loop below
  let units: Unit[] = [];
  let line = 1;
  let rows = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      const position = line;
      line = info.lines + 1;
      const isHeader = rows++ === 0;
      if (isHeader || rows - 1 <= options.skip) continue;
      units.push(toUnit(record, columns, position, dialect.delimiter));
      if (units.length < unitsAtOnce) continue;
      yield units;
      units = [];
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new AppError(
      'file_malformed',
      `${path} breaks off as CSV after line ${line - 1}: ${cause.message}`,
      {
        cause,
        hint: 'nothing of it was taken in; mend the quotes from that line on',
      },
    );
  }
  if (decoder.invalidLines > 0) notes.add('invalid_utf8', decoder.invalidLines);
  if (units.length > 0) yield units;
}

async function* decoded(path: string, decoder: CsvTextDecoder, options: ReadOptions): AsyncGenerator<string> {
  for await (const chunk of openBytes(path, options)) {
    const text = decoder.push(chunk);
    if (text !== '') yield text;
  }
  const rest = decoder.end();
  if (rest !== '') yield rest;
}

function toUnit(record: string[], columns: readonly string[], position: number, delimiter: string): Unit {
  const excerpt = () => record.join(delimiter).slice(0, excerptLengthMax);
  if (record.length !== columns.length) {
    const message = `the row has ${record.length} fields, the header ${columns.length}`;
    return { position, value: undefined, refusal: new Refusal('columns_mismatch', '', message), excerpt };
  }
  const row: Record<string, string> = {};
  for (let i = 0; i < columns.length; i++) row[columns[i] as string] = record[i] as string;
  return { position, value: row, refusal: undefined, excerpt };
}

export interface CsvHead {
  dialect: CsvDialect;
  columns: string[];
  rows: Row[];
}

/** Header and first rows from the first bytes of a file; undefined when they make no table of two columns and more. */
export function readCsvHead(head: Buffer, isWhole: boolean): CsvHead | undefined {
  const encoding = csvEncoding(head);
  const decoder = new CsvTextDecoder(encoding);
  const text = decoder.push(head) + (isWhole ? decoder.end() : '');
  let best: CsvHead | undefined;
  for (const delimiter of [',', ';', '\t', '|'] as const) {
    const records = parseHead(text, delimiter);
    const columns = records[0]?.map((name) => name.trim());
    if (columns === undefined || columns.length < 2 || columns.length <= (best?.columns.length ?? 1))
      continue;
    const rows = records
      .slice(1)
      .filter((record) => record.length === columns.length)
      .map((record) => Object.fromEntries(columns.map((name, i) => [name, record[i]])));
    best = { dialect: { delimiter, encoding }, columns: uniqueNames(columns), rows };
  }
  return best;
}

const headRowsMax = 1_000;

function parseHead(text: string, delimiter: CsvDialect['delimiter']): string[][] {
  const options = { ...parserOptions(delimiter), info: false, to: headRowsMax + 1 } as const;
  // The last record may be cut off, perhaps inside quotes: the ones before it are enough to go by.
  const records: string[][] = [];
  try {
    const cut = { ...options, on_record: (record: string[]) => void records.push(record) };
    parseAll(text, cut);
  } catch {
    return records;
  }
  return records;
}

/** Columns without a name, or with one that was there before, get one by their place. */
function uniqueNames(columns: readonly string[]): string[] {
  const seen = new Set<string>();
  return columns.map((name, i) => {
    const unique = name === '' || seen.has(name) ? `${name}#${i + 1}` : name;
    seen.add(unique);
    return unique;
  });
}
