import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '@sdq/contract';
import { allRows } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import type { Structure } from '../candidates/structure.ts';

/** Compares a built structure with its source. Errors: `index_corrupt`. */
export async function checkStructure(connection: DuckDBConnection, structure: Structure): Promise<void> {
  await checkColumns(connection, structure);
  for (const check of structure.checks) {
    const base = await onlyRow(connection, check.base);
    const built = await onlyRow(connection, check.structure);
    if (base !== built) throw mismatch(structure, `${check.name}: ${built} instead of ${base}`);
  }
  await checkOrder(connection, structure);
}

async function onlyRow(connection: DuckDBConnection, sql: string): Promise<string> {
  const reader = await connection.runAndReadAll(sql);
  const [row = []] = reader.getRowsJson();
  return row.map(String).join(', ');
}

async function checkColumns(connection: DuckDBConnection, structure: Structure): Promise<void> {
  const built = await allRows<{ column_name: string; column_type: string }>(
    connection,
    `SELECT column_name, column_type FROM (DESCRIBE ${sqlName(structure.name)})`,
  );
  const found = built.map(({ column_name, column_type }) => `${column_name} ${column_type}`).join(', ');
  const wanted = structure.columns
    .map(({ name, type, narrow }, at) => `${name} ${built[at]?.column_type === narrow ? narrow : type}`)
    .join(', ');
  if (found !== wanted) throw mismatch(structure, `its columns are ${found} instead of ${wanted}`);
}

/** Each row compared with the previous one, in storage order. */
async function checkOrder(connection: DuckDBConnection, structure: Structure): Promise<void> {
  if (structure.order.length === 0) return;
  const terms = structure.order.map((term) => {
    const [name = '', direction] = term.split(' ');
    return { name: sqlName(name), before: sqlName(`before ${name}`), isDescending: direction === 'DESC' };
  });
  const isOutOfOrder = terms.reduceRight(
    (ties, { name, before, isDescending }) =>
      `CASE WHEN ${name} IS NOT DISTINCT FROM ${before} THEN ${ties}
       ELSE ${before} IS NULL OR coalesce(${before} ${isDescending ? '<' : '>'} ${name}, false) END`,
    structure.isOrderUnique === true ? 'true' : 'false',
  );
  const befores = terms.map(({ name, before }) => `lag(${name}) OVER () AS ${before}`);
  const found = await onlyRow(
    connection,
    `SELECT count(*) FROM (SELECT rowid AS "place of row", ${terms.map(({ name }) => name).join(', ')}, ${befores.join(', ')}
       FROM ${sqlName(structure.name)}) WHERE "place of row" > 0 AND ${isOutOfOrder}`,
  );
  if (found !== '0') {
    const orDuplicated = structure.isOrderUnique === true ? ' or duplicated' : '';
    throw mismatch(structure, `${found} rows are out of order${orDuplicated}`);
  }
}

function mismatch(structure: Structure, what: string): AppError {
  return new AppError('index_corrupt', `The structure "${structure.name}" differs from its source: ${what}`, {
    hint: 'Nothing was published. Check the base files with sdq index verify, then build again with --rebuild.',
  });
}
