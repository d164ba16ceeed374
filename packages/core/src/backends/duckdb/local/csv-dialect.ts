import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '@sdq/contract';
import { allRows } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import type { Recognised } from './local-format.ts';

const delimiters = [',', ';', '\t', '|'] as const;

/** The first line of a CSV file: names of columns, and the delimiter between them. */
export interface CsvHeader {
  readonly delimiter: string;
  /** How many names it has. */
  readonly count: number;
}

/**
 * The header alone tells the delimiter: DuckDB would choose another one for a row of another length, and read the file as
 * one column, or from a later line. Errors: `file_malformed` for a file without a first line.
 */
export async function csvHeader(
  connection: DuckDBConnection,
  path: string,
  { compression, encoding }: Recognised,
  label: string,
): Promise<CsvHeader> {
  const options = `auto_detect = false, header = false, delim = '\u0001', quote = '', escape = '', columns = {'line': 'VARCHAR'}`;
  const rows = await allRows<{ line: string | null }>(
    connection,
    `SELECT line FROM read_csv(${sqlString(path)}, ${options}, compression = ${sqlString(compression)}, encoding = ${sqlString(encoding)}) LIMIT 1`,
  );
  const line = rows[0]?.line ?? '';
  if (line.trim() === '')
    throw new AppError('file_malformed', `${label} has no names of columns in its first line`);
  const counts = delimiters.map((delimiter) => ({ delimiter, count: fields(line, delimiter) }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best));
}

/** The number of fields of a line, in which quoted ones may have the delimiter. */
function fields(line: string, delimiter: string): number {
  let isQuoted = false;
  let count = 1;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === delimiter && !isQuoted) count++;
  }
  return count;
}
