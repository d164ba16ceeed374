import type { DuckDBConnection } from '@duckdb/node-api';
import { bytesOf, readColumnType } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { Structure } from '../candidates/structure.ts';

const slicesMax = 64;

export interface WriteOptions {
  /** Rows of the source. */
  readonly rows: number;
  readonly sliceBytesMax: number;
  /** Columns that are stored without compression. */
  readonly plain?: readonly string[];
}

/**
 * Builds one structure into the current database, atomically. A large one is sorted in ranges of its first column,
 * each of which takes about `sliceBytesMax` in memory or on disk.
 */
export async function writeStructure(
  connection: DuckDBConnection,
  structure: Structure,
  options: WriteOptions,
): Promise<void> {
  const narrowed = structure.columns.map(({ name, type, narrow = type }) => ({ name, type: narrow }));
  try {
    await write(connection, { ...structure, columns: narrowed }, options);
  } catch (error) {
    const isNarrowed = structure.columns.some(({ narrow }) => narrow !== undefined);
    if (!isNarrowed || !outOfRange.test((error as Error).message)) throw error;
    await write(connection, structure, options);
  }
}

/** Whether DuckDB has 128 bits for a value: compressed, one takes 240 ns to read, uncompressed 5. */
function is128Bit(type: string): boolean {
  const read = readColumnType(type);
  return type === 'HUGEINT' || (read?.name === 'DECIMAL' && bytesOf(read) === 16);
}

/** DuckDB's message where a narrower type does not hold a value. */
const outOfRange = /^Conversion Error: .*out of range/;

async function write(
  connection: DuckDBConnection,
  structure: Structure,
  { rows, sliceBytesMax, plain = [] }: WriteOptions,
): Promise<void> {
  const { name, columns, sql, order, slices, omits } = structure;
  const ranges =
    slices === undefined
      ? ['true']
      : await rangesOf(connection, structure, Math.ceil((rows * slices.rowBytes) / sliceBytesMax));
  const list = columns.map((column) => `${sqlName(column.name)}::${column.type} AS ${sqlName(column.name)}`);
  const orderBy = order.length === 0 ? '' : `ORDER BY ${order.map(orderingTerm).join(', ')}`;
  await connection.run('BEGIN');
  try {
    const definitions = columns.map(({ name, type }) => {
      const compression = plain.includes(name) || is128Bit(type) ? ' USING COMPRESSION uncompressed' : '';
      return `${sqlName(name)} ${type}${compression}`;
    });
    await connection.run(`CREATE TABLE ${sqlName(name)} (${definitions.join(', ')})`);
    for (const range of ranges) {
      const conditions = [
        ...(range === 'true' ? [] : [range]),
        ...(omits === undefined ? [] : [`NOT (${omits})`]),
      ];
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
      await connection.run(
        `INSERT INTO ${sqlName(name)} SELECT ${list.join(', ')} FROM (${sql}) ${where} ${orderBy}`,
      );
    }
    await connection.run('COMMIT');
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => {});
    throw error;
  }
}

function orderingTerm(term: string): string {
  const [name = '', direction = 'ASC'] = term.split(' ');
  return `${sqlName(name)} ${direction} NULLS LAST`;
}

/** Conditions that split the rows into ranges of the first sort column, in order; NULLs are in the last. */
async function rangesOf(
  connection: DuckDBConnection,
  structure: Structure,
  wanted: number,
): Promise<string[]> {
  const count = Math.min(wanted, slicesMax);
  if (structure.slices === undefined || count <= 1) return ['true'];
  const first = structure.order[0] as string;
  const column = sqlName(first);
  const shares = Array.from({ length: count - 1 }, (_, i) => (i + 1) / count);
  const type = structure.columns.find(({ name }) => name === first)?.type;
  const bounds = await allRows<{ edge: string }>(
    connection,
    // The text has another name: ORDER BY would take it for the value, and order numbers as texts.
    `SELECT bound::VARCHAR AS edge FROM (
       SELECT DISTINCT unnest(quantile_disc(${column}, [${shares.join(', ')}]))::${type} AS bound
       FROM (${structure.slices.sample}) AS sampled) ORDER BY bound`,
  );
  if (bounds.length === 0) return ['true'];
  const edges = bounds.map(({ edge }) => `${sqlString(edge)}::${type}`);
  return [
    `${column} <= ${edges[0]}`,
    ...edges.slice(1).map((edge, i) => `${column} > ${edges[i]} AND ${column} <= ${edge}`),
    `(${column} > ${edges.at(-1)} OR ${column} IS NULL)`,
  ];
}
