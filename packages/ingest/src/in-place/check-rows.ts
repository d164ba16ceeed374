import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, storedColumns, tableId } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { allRows } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';

const shownMax = 3;

/**
 * Proves what queries rely on: columns that a row cannot be without have values, times are finite and in the years 1 to 9999, and no two
 * rows have the same key. `relation` is all rows of the table, as SQL for FROM. Errors: `usage_error` with counts and examples.
 */
export async function checkRows(
  connection: DuckDBConnection,
  table: CatalogTable,
  relation: string,
): Promise<void> {
  const needed = storedColumns(table).filter(({ nullable }) => !nullable);
  const times = storedColumns(table).filter(({ type }) => /^(DATE|TIMESTAMP( WITH TIME ZONE)?)$/.test(type));
  const counts = [
    ...needed.map(({ name }, at) => `count(*) - count(${sqlName(name)}) AS null_${at}`),
    ...times.map(({ name, type }, at) => {
      const bounds = `${type} '0001-01-01' AND ${sqlName(name)} < ${type} '10000-01-01'`;
      return `count(*) FILTER (NOT (${sqlName(name)} >= ${bounds})) AS odd_${at}`;
    }),
  ];
  const [found = {}] = await allRows<Record<string, string>>(
    connection,
    `SELECT ${counts.join(', ')} FROM ${relation}`,
  );
  const faults = [
    ...needed.flatMap(({ name }, at) => counted(found[`null_${at}`], `have no ${name}`)),
    ...times.flatMap(({ name }, at) =>
      counted(
        found[`odd_${at}`],
        `have a value of ${name} that is infinite or outside of the years 1 to 9999`,
      ),
    ),
  ];
  if (faults.length === 0) faults.push(...(await repeatedKeys(connection, table, relation)));
  if (faults.length === 0) return;
  throw new AppError(
    'usage_error',
    `The files cannot stay in place as ${tableId(table)}: ${faults.join('; ')}`,
    {
      hint: 'Nothing was added. Import the files without --in-place: rows of the same key are merged, and rows without one are refused one by one.',
    },
  );
}

function counted(count: string | undefined, what: string): string[] {
  const rows = Number(count ?? 0);
  return rows === 0 ? [] : [`${rows.toLocaleString('en')} rows ${what}`];
}

async function repeatedKeys(
  connection: DuckDBConnection,
  table: CatalogTable,
  relation: string,
): Promise<string[]> {
  const key = table.key.map(sqlName).join(', ');
  const [found] = await allRows<{ keys: string; examples: string[] | null }>(
    connection,
    `SELECT count(*)::VARCHAR AS keys, (list(key ORDER BY key)[:${shownMax}])::VARCHAR[] AS examples
     FROM (SELECT concat_ws(', ', ${key}) AS key FROM ${relation} GROUP BY ${key} HAVING count(*) > 1)`,
  );
  const keys = Number(found?.keys ?? 0);
  if (keys === 0) return [];
  const examples = (found?.examples ?? []).join(' and ');
  return [`${keys.toLocaleString('en')} keys are repeated, such as ${examples}`];
}
