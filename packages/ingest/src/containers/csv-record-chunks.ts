import { parse as parseAll } from 'csv-parse/sync';
import type { Notes } from '../notes.ts';
import { Refusal } from '../observation.ts';
import type { Cells } from './cells.ts';
import { CsvScanner } from './csv-scanner.ts';
import { CsvText } from './csv-text.ts';
import { isHeaderFirst, statedDelimiter, titleRowsIn } from './csv-title-rows.ts';
import { type FoldedHeader, foldColumns, foldRow } from './fold-columns.ts';
import { openBytes } from './open-bytes.ts';
import {
  type CsvDialect,
  excerptLengthMax,
  type ReadOptions,
  type RecordChunk,
  type Row,
  recordBytesMax,
} from './record-chunk.ts';

/** RFC 4180 with extensions: any line end, blank lines, stray quotes, a byte order mark. */
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

/** A CSV file with its dialect and header; notes are for what is found while it is read. */
export interface CsvSource {
  readonly dialect: CsvDialect;
  readonly header: FoldedHeader;
  readonly notes: Notes;
}

/**
 * A scanner of a CSV file after its titles, its header and `skip` rows, each time that it has new text, of which all rows have to
 * be read. Errors: `file_malformed`, with the line.
 */
export async function* csvRows(
  path: string,
  { dialect, notes }: CsvSource,
  options: ReadOptions,
): AsyncGenerator<CsvScanner> {
  const text = new CsvText();
  const scanner = new CsvScanner(dialect.delimiter, path);
  let skip = dialect.titles.length + 1 + options.skip;
  const skipped = () => {
    while (skip > 0 && scanner.next()) skip--;
    return skip === 0;
  };
  for await (const chunk of openBytes(path, options)) {
    scanner.push(text.push(chunk));
    if (skipped()) yield scanner;
  }
  scanner.push(text.end());
  scanner.end();
  if (skipped()) yield scanner;
  if (dialect.repeatedNames > 0) notes.add('names_repeated', dialect.repeatedNames);
  if (text.invalidLines > 0) notes.add('invalid_utf8', text.invalidLines);
}

/**
 * The rows of a CSV file as objects by column name, in batches. Rows with more or fewer fields than the header are
 * refused. Errors: `file_malformed`, with the line.
 */
export async function* csvRecordChunks(
  path: string,
  source: CsvSource,
  options: ReadOptions,
): AsyncGenerator<RecordChunk[]> {
  for await (const rows of csvRows(path, source, options)) {
    const chunks: RecordChunk[] = [];
    while (rows.next()) chunks.push(csvRecordChunk(rows, source));
    if (chunks.length > 0) yield chunks;
  }
}

/** The current row of a scanner. */
export function csvRecordChunk(
  { row, line }: Cells,
  { header, dialect }: Pick<CsvSource, 'header' | 'dialect'>,
): RecordChunk {
  return toRecordChunk(row.texts(), header, line, dialect.delimiter);
}

function toRecordChunk(
  record: string[],
  header: FoldedHeader,
  position: number,
  delimiter: string,
): RecordChunk {
  const excerpt = () => record.join(delimiter).slice(0, excerptLengthMax);
  const width = header.places.length;
  if (record.length !== width) {
    const message = `The row has ${record.length} fields, but the header has ${width}`;
    return { position, value: undefined, refusal: new Refusal('columns_mismatch', '', message), excerpt };
  }
  return { position, value: foldRow(record, header), refusal: undefined, excerpt };
}

export interface CsvHead {
  dialect: CsvDialect;
  header: FoldedHeader;
  columns: readonly string[];
  rows: Row[];
}

/** Header and first rows, parsed from the first bytes of a file; undefined unless they have at least two columns. */
export function readCsvHead(head: Buffer, isWhole: boolean): CsvHead | undefined {
  const lines = new CsvText();
  const parts = [lines.push(head), ...(isWhole ? [lines.end()] : [])];
  const text = Buffer.concat(parts).toString('utf8');
  const stated = statedDelimiter(text);
  const candidates = delimiters
    .filter((delimiter) => stated === undefined || !isDelimiter(stated) || delimiter === stated)
    .map((delimiter) => ({ delimiter, records: parseHead(text, delimiter) }));
  const above = stated === undefined ? 0 : 1;
  const first = widest(candidates.map((candidate) => ({ ...candidate, titles: above })));
  if (first !== undefined && isHeaderFirst(first.records.slice(above))) return csvHead(first);
  const titled = candidates.map((candidate) => ({
    ...candidate,
    titles: above + titleRowsIn(candidate.records.slice(above)),
  }));
  const best = widest(titled.filter(({ titles }) => titles > above)) ?? first;
  return best && csvHead(best);
}

const delimiters = [',', ';', '\t', '|'] as const;

const isDelimiter = (text: string) => delimiters.some((delimiter) => delimiter === text);

/** The beginning of a CSV file, split by a delimiter, with `titles` records above the header. */
interface SplitHead {
  readonly delimiter: CsvDialect['delimiter'];
  readonly records: readonly string[][];
  readonly titles: number;
}

/** The first of those with the most columns; undefined if none has at least two. */
function widest(candidates: readonly SplitHead[]): SplitHead | undefined {
  const width = ({ records, titles }: SplitHead) => records[titles]?.length ?? 0;
  const most = Math.max(2, ...candidates.map(width));
  return candidates.find((candidate) => width(candidate) === most);
}

function csvHead({ delimiter, records, titles }: SplitHead): CsvHead {
  const columns = (records[titles] ?? []).map((name) => name.trim());
  const names = uniqueNames(columns);
  const header = foldColumns(names);
  const rows = records
    .slice(titles + 1)
    .filter((record) => record.length === columns.length)
    .map((record) => foldRow(record, header));
  const dialect = {
    delimiter,
    repeatedNames: names.filter((name, i) => columns[i] !== '' && name !== columns[i]).length,
    titles: records.slice(0, titles).map((record) => record.join(delimiter).slice(0, excerptLengthMax)),
  };
  return { dialect, header, columns: header.columns, rows };
}

const headRowsMax = 1_000;

function parseHead(text: string, delimiter: CsvDialect['delimiter']): string[][] {
  const options = { ...parserOptions(delimiter), info: false, to: headRowsMax + 1 } as const;
  // The last record may be incomplete, possibly inside quotes; the preceding ones are sufficient.
  const records: string[][] = [];
  try {
    const cut = { ...options, on_record: (record: string[]) => void records.push(record) };
    parseAll(text, cut);
  } catch {
    return records;
  }
  return records;
}

/** Appends the column number to empty and duplicate names. */
function uniqueNames(columns: readonly string[]): string[] {
  const seen = new Set<string>();
  return columns.map((name, i) => {
    const unique = name === '' || seen.has(name) ? `${name}#${i + 1}` : name;
    seen.add(unique);
    return unique;
  });
}
