/**
 * Reads a database file of somebody. Without the name of a table: the names of its tables and views, as JSON on standard
 * output. With it: the rows, as NDJSON on standard output of SQLite, as a Parquet file of DuckDB. Nothing is executed but SELECT. What is to be told is a line of JSON on
 * standard error.
 */
import type { ProcessReport } from './process-report.ts';

const [kind, path = '', table, output = ''] = process.argv.slice(2);

try {
  // An engine is loaded only where it is needed: DuckDB takes longer than SQLite needs for its work.
  const { tables, write } =
    kind === 'sqlite' ? await import('./sqlite-file.ts') : await import('./duckdb-file.ts');
  if (table === undefined) process.stdout.write(JSON.stringify(await tables(path)));
  else tell(await write(path, table, output));
} catch (error) {
  const [reason = ''] = (error as Error).message.split('\n');
  tell({ error: reason });
  process.exitCode = 1;
}

function tell(report: ProcessReport): void {
  process.stderr.write(JSON.stringify(report));
}
