import { type CatalogColumn, type CatalogTable, mainTimeOf } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import {
  type ColumnFacts,
  type ColumnKind,
  type DataFacts,
  quantileShares,
  type SharedValue,
  type TableFacts,
} from './data-facts.ts';
import { findReferences } from './references.ts';

export type Connection = Parameters<typeof allRows>[0];

/** How many values of a column are kept, and from how many rows words are taken. */
const ranks = 60;
const randomKeys = 300;
const wordRows = 40_000;

/** Reads statistics of all tables that have rows. Views with the names of the tables must exist. */
export async function gatherFacts(
  connection: Connection,
  tables: readonly CatalogTable[],
  onProgress: (text: string) => void = () => {},
): Promise<DataFacts> {
  const found: TableFacts[] = [];
  for (const table of tables) {
    const [{ rows = 0 } = {}] = await allRows<{ rows?: number }>(
      connection,
      `SELECT count(*)::INTEGER AS rows FROM ${sqlName(table.name)}`,
    );
    if (rows === 0) continue;
    const columns: ColumnFacts[] = [];
    for (const column of table.columns) {
      onProgress(`statistics of ${table.name}.${column.name}`);
      columns.push(await columnFacts(connection, table, column, rows));
    }
    const mainTime = mainTimeOf(table);
    found.push({
      name: table.name,
      rows,
      key: table.key,
      ...(mainTime === undefined ? {} : { mainTime }),
      columns,
    });
  }
  return { tables: found, references: await findReferences(connection, found) };
}

function kindOf(type: string): ColumnKind {
  if (type === 'BOOLEAN') return 'flag';
  if (type === 'VARCHAR') return 'text';
  if (type === 'VARCHAR[]') return 'list';
  if (/^(BIGINT|INTEGER|SMALLINT|UBIGINT|DOUBLE)$/.test(type)) return 'number';
  return type === 'TIMESTAMP WITH TIME ZONE' ? 'time' : 'other';
}

interface ColumnCounts {
  readonly nulls: number;
  readonly empties: number;
  readonly addresses: number | null;
  readonly lengths: number[] | null;
}

async function columnFacts(
  connection: Connection,
  table: CatalogTable,
  column: CatalogColumn,
  rows: number,
): Promise<ColumnFacts> {
  const kind = kindOf(column.type);
  const [name, from] = [sqlName(column.name), sqlName(table.name)];
  const isKey = table.key.length === 1 && table.key[0] === column.name;
  const isText = kind === 'text';
  const length = isText ? `length(${name})` : kind === 'list' ? `len(${name})` : 'NULL';
  const addresses = isText ? `avg(starts_with(${name}, 'http')::INTEGER)` : '0';
  const [counts] = await allRows<ColumnCounts>(
    connection,
    `SELECT count(*) FILTER (WHERE ${name} IS NULL) / count(*) AS nulls,
            count(*) FILTER (WHERE ${length} = 0) / count(*) AS empties, ${addresses} AS addresses,
            quantile_disc(${length}::DOUBLE, [0.1, 0.5, 0.9, 0.99]) AS lengths FROM ${from}`,
  );
  const isAddress = (counts?.addresses ?? 0) > 0.5;
  const isLong = column.isLong === true || column.role === 'text' || isAddress;
  const isGrouped = kind === 'list' || (isText && !isKey && !isLong && column.expression === undefined);
  const counted = isGrouped ? await rankedValues(connection, valuesOf(name, from, kind), rows) : undefined;
  const randomOnes = isText && !isGrouped;
  return {
    name: column.name,
    type: column.type,
    kind,
    ...(column.role === undefined ? {} : { role: column.role }),
    isLong,
    isKey,
    isAddress,
    isId: table.key.includes(column.name) || column.role === 'owner' || column.role === 'parent',
    nullShare: counts?.nulls ?? 0,
    emptyShare: counts?.empties ?? 0,
    distinct: counted?.distinct ?? (isKey ? rows : await distinctOf(connection, name, from, kind)),
    lengths: counts?.lengths ?? [],
    quantiles: kind === 'number' || kind === 'time' ? await quantilesOf(connection, name, from, kind) : [],
    values: counted?.values ?? (randomOnes ? await randomValues(connection, table, name, rows) : []),
    words: isText && isLong && !isAddress ? await wordsOf(connection, table, name) : [],
  };
}

async function distinctOf(
  connection: Connection,
  name: string,
  from: string,
  kind: ColumnKind,
): Promise<number> {
  if (kind === 'other') return 0;
  const [row] = await allRows<{ distinct: number }>(
    connection,
    `SELECT approx_count_distinct(${name})::DOUBLE AS distinct FROM ${from}`,
  );
  return row?.distinct ?? 0;
}

async function quantilesOf(
  connection: Connection,
  name: string,
  from: string,
  kind: ColumnKind,
): Promise<number[]> {
  const value = kind === 'time' ? `epoch_us(${name}) // 1_000_000` : name;
  const condition = kind === 'time' ? ` WHERE isfinite(${name})` : '';
  const [row] = await allRows<{ quantiles: number[] | null }>(
    connection,
    `SELECT quantile_disc((${value})::DOUBLE, [${quantileShares.join(', ')}]) AS quantiles FROM ${from}${condition}`,
  );
  return row?.quantiles ?? [];
}

function valuesOf(name: string, from: string, kind: ColumnKind): string {
  return kind === 'list'
    ? `SELECT unnest(list_distinct(${name})) AS value FROM ${from}`
    : `SELECT ${name} AS value FROM ${from}`;
}

/** The first values by frequency, and those at ranks that grow geometrically. */
async function rankedValues(
  connection: Connection,
  source: string,
  rows: number,
): Promise<{ distinct: number; values: SharedValue[] }> {
  const found = await allRows<{ value: string; share: number; distinct: number }>(
    connection,
    `WITH counted AS (SELECT value, count(*) AS n FROM (${source}) WHERE value IS NOT NULL AND value <> '' GROUP BY value),
       ranked AS (SELECT value, n, row_number() OVER (ORDER BY n DESC, value) AS place FROM counted),
       most AS (SELECT max(place) AS place FROM ranked),
       places AS (SELECT DISTINCT floor(pow((SELECT place FROM most), i / ${ranks}))::BIGINT AS place FROM range(${ranks + 1}) AS turns(i))
     SELECT value, n / ${rows} AS share, (SELECT place FROM most)::DOUBLE AS distinct
     FROM ranked JOIN places USING (place) ORDER BY n DESC, value`,
  );
  return {
    distinct: found[0]?.distinct ?? 0,
    values: found.map(({ value, share }) => ({ value, share })),
  };
}

async function randomValues(
  connection: Connection,
  table: CatalogTable,
  name: string,
  rows: number,
): Promise<SharedValue[]> {
  const key = table.key.map(sqlName).join(', ');
  const found = await allRows<{ value: string }>(
    connection,
    `SELECT ${name} AS value FROM (SELECT ${name}, ${key} FROM ${sqlName(table.name)} WHERE ${name} IS NOT NULL AND ${name} <> ''
       ORDER BY hash(${key}), ${key} LIMIT ${randomKeys})`,
  );
  return found.map(({ value }) => ({ value, share: 1 / rows }));
}

/** Words of letters and digits, of a sample of texts, with their share of the rows. */
async function wordsOf(connection: Connection, table: CatalogTable, name: string): Promise<SharedValue[]> {
  const key = table.key.map(sqlName).join(', ');
  const sample = `(SELECT ${name} AS text FROM ${sqlName(table.name)} ORDER BY hash(${key}), ${key} LIMIT ${wordRows})`;
  const [counted] = await allRows<{ rows: number }>(
    connection,
    `SELECT count(*)::INTEGER AS rows FROM ${sample}`,
  );
  const words = `SELECT unnest(list_distinct(regexp_extract_all(text, ${sqlString('[\\p{L}\\p{N}]{3,20}')}))) AS value FROM ${sample}`;
  return (await rankedValues(connection, words, counted?.rows ?? 1)).values;
}
