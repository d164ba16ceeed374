import { type CatalogColumn, type CatalogTable, removalsName, storedColumns, tableId } from '@sdq/catalog';

/** Numbers that look random, the same for a seed: from 0 to below `below`. */
export type Draw = (below: number) => number;

/** A generator of 32-bit numbers (mulberry32). */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Keys of each table: few, so that most are observed several times. */
const keysMax = 12;

/** A row of a table with a value for about two thirds of its columns, as a line in the format `observations`. */
export function observationOf(table: CatalogTable, draw: Draw, observedAt: Date): string {
  const values: Record<string, unknown> = {};
  for (const column of storedColumns(table)) {
    if (column.name === table.observedBy && !table.key.includes(column.name)) continue;
    const isNeeded = table.key.includes(column.name) || column.name === table.partitionBy || !column.nullable;
    if (isNeeded || draw(3) > 0) values[column.name] = inventedValue(table, column, draw);
  }
  if (table.name === removalsName) values.removed_at = observedAt.toISOString();
  return lineOf(tableId(table), observedAt, values);
}

/** The removal of one of the keys of a table. */
export function removalOf(table: CatalogTable, draw: Draw, at: Date): string {
  const [key = ''] = table.key;
  const column = storedColumns(table).find(({ name }) => name === key);
  return lineOf(`${table.platform}.${removalsName}`, at, {
    record_table: table.name,
    record_key: column === undefined ? '' : inventedValue(table, column, draw),
    removed_at: at.toISOString(),
  });
}

function lineOf(observation: string, observedAt: Date, values: object): string {
  return JSON.stringify({ observation, observed_at: observedAt.toISOString(), source: 'invented', values });
}

function inventedValue(table: CatalogTable, { name, type }: CatalogColumn, draw: Draw): unknown {
  if (type.endsWith(')[]')) return null;
  if (type.endsWith('[]')) return Array.from({ length: draw(3) }, () => `tag${draw(4)}`);
  if (type.startsWith('TIMESTAMP')) return `2024-0${1 + draw(3)}-1${draw(10)}T0${draw(10)}:00:00Z`;
  if (type === 'DATE') return `2024-0${1 + draw(3)}-1${draw(10)}`;
  if (type === 'BOOLEAN') return draw(2) === 0;
  if (type !== 'VARCHAR') return draw(5);
  const isId = table.key.includes(name) || name.endsWith('_id') || name === 'id';
  return isId && table.isOwn !== true
    ? String(7_300_000_000_000_000_000n + BigInt(draw(keysMax)) * 65536n * 65536n)
    : `name${draw(isId ? keysMax : 5)}`;
}
