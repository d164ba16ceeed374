/**
 * Reads a database file of somebody. Without the name of a table: the names of its tables and views, as JSON on standard
 * output. With it: the rows, as NDJSON on standard output of SQLite, as a Parquet file of DuckDB. Nothing is executed but SELECT. What is to be told is a line of JSON on
 * standard error.
 */
import { duckdbTables, writeDuckdb } from './duckdb-file.ts';
import type { ProcessReport } from './process-report.ts';
import { sqliteTables, writeSqlite } from './sqlite-file.ts';

const [kind, path = '', table, output = ''] = process.argv.slice(2);

try {
  const names = kind === 'sqlite' ? sqliteTables : duckdbTables;
  const write = kind === 'sqlite' ? writeSqlite : writeDuckdb;
  if (table === undefined) process.stdout.write(JSON.stringify(await names(path)));
  else tell(await write(path, table, output));
} catch (error) {
  const [reason = ''] = (error as Error).message.split('\n');
  tell({ error: reason });
  process.exitCode = 1;
}

function tell(report: ProcessReport): void {
  process.stderr.write(JSON.stringify(report));
}
