import { allRows } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import type { ColumnFacts, Reference, TableFacts } from './data-facts.ts';

type Connection = Parameters<typeof allRows>[0];

const sampleRows = 400;
/** The share of values that must be keys of the other table. */
const shareMin = 0.2;

/** Finds the columns whose values are keys of tables, from the data: no name is interpreted. */
export async function findReferences(
  connection: Connection,
  tables: readonly TableFacts[],
): Promise<Reference[]> {
  const found: Reference[] = [];
  for (const table of tables) {
    for (const column of table.columns.filter(mayRefer)) {
      for (const other of tables) {
        const [key, further] = other.key;
        const isItself = other === table && (key === column.name || column.role !== 'parent');
        if (key === undefined || further !== undefined || isItself) continue;
        if (keyOf(other, key)?.kind !== 'text') continue;
        if ((await shareFound(connection, table, column, other, key)) < shareMin) continue;
        found.push({
          table: table.name,
          column: column.name,
          isList: column.kind === 'list',
          toTable: other.name,
          toColumn: key,
        });
      }
    }
  }
  return found;
}

function mayRefer({ kind, isId, role }: ColumnFacts): boolean {
  return (kind === 'text' && isId) || (kind === 'list' && role === 'tags');
}

function keyOf(table: TableFacts, key: string): ColumnFacts | undefined {
  return table.columns.find(({ name }) => name === key);
}

async function shareFound(
  connection: Connection,
  table: TableFacts,
  column: ColumnFacts,
  other: TableFacts,
  key: string,
): Promise<number> {
  const name = sqlName(column.name);
  const value = column.kind === 'list' ? `unnest(${name})` : name;
  const order = table.key.map(sqlName).join(', ');
  const [row] = await allRows<{ share: number | null }>(
    connection,
    `WITH chosen AS (SELECT ${value} AS value FROM (SELECT ${name} FROM ${sqlName(table.name)} WHERE ${name} IS NOT NULL
         ORDER BY hash(${order}), ${order} LIMIT ${sampleRows}))
     SELECT avg((k.${sqlName(key)} IS NOT NULL)::INTEGER) AS share
     FROM chosen c LEFT JOIN ${sqlName(other.name)} k ON k.${sqlName(key)} = c.value`,
  );
  return row?.share ?? 0;
}
