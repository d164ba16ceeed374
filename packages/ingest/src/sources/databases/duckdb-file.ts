import { allRows, Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import type { ProcessReport } from './process-report.ts';

const memoryBytesMax = 512 * 1024 ** 2;

/** Types that Parquet files cannot hold exactly, or not at all. */
const asText =
  /^(U?HUGEINT|BIGNUM|VARINT|INTERVAL|BIT|TIME|TIMETZ|TIME WITH TIME ZONE|UNION\(.*|VARIANT|GEOMETRY.*)$/;

/** A connection that can read the database and write the file `output`, and nothing else. */
async function connectTo(path: string, output?: string) {
  const database = await Database.open({ threads: 1, memoryBytesMax });
  const connection = await database.connect();
  await connection.run(`ATTACH ${sqlString(path)} AS source (READ_ONLY)`);
  if (output !== undefined) await connection.run(`SET allowed_paths = [${sqlString(output)}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  return connection;
}

/** Names of tables and views; those of other schemas than `main` with the name of the schema. */
export async function tables(path: string): Promise<string[]> {
  const connection = await connectTo(path);
  const rows = await allRows<{ schema: string; name: string }>(
    connection,
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_catalog = 'source' ORDER BY ALL`,
  );
  return rows.map(({ schema, name }) => (schema === 'main' ? name : `${schema}.${name}`));
}

/** Writes the rows to a Parquet file. */
export async function write(path: string, table: string, output: string): Promise<ProcessReport> {
  const connection = await connectTo(path, output);
  const columns = await allRows<{ schema: string; name: string; column: string; type: string }>(
    connection,
    `SELECT schema_name AS schema, table_name AS name, column_name AS column, data_type AS type FROM duckdb_columns()
     WHERE database_name = 'source' AND ${sqlString(table)} = if(schema_name = 'main', '', schema_name || '.') || table_name
     ORDER BY column_index`,
  );
  const [first] = columns;
  if (first === undefined) throw new Error('it has no columns');
  const binaryColumns = columns.filter(({ type }) => type === 'BLOB').map(({ column }) => column);
  const list = columns
    .filter(({ type }) => type !== 'BLOB')
    .map(({ column, type }) =>
      asText.test(type) ? `${quote(column)}::VARCHAR AS ${quote(column)}` : quote(column),
    );
  const from = `source.${quote(first.schema)}.${quote(first.name)}`;
  await connection.run(
    `COPY (SELECT ${list.join(', ')} FROM ${from}) TO ${sqlString(output)} (FORMAT parquet)`,
  );
  return { binaryColumns };
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
