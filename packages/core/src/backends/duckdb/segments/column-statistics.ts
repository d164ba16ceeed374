import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogColumn, type CatalogTable, storedColumns } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import { boundLengthMax, type ColumnStatistics, hasBounds, hasMeanBytes, quantileShares } from '@sdq/index';

/** Sample size for quantiles: enough to resolve one in a thousand. */
const sampledRows = 200_000;

/** Contiguous rows, of which compression finds repeated texts. */
const compressedRows = 100_000;

/** Share of different texts among them from which compressing them saves half of their bytes and triples the time to read. */
const plainShareMin = 0.45;

/** Roles of columns that conditions compare with one value. */
const comparedRoles: readonly CatalogColumn['role'][] = ['owner', 'owner-name', 'category', 'flag', 'parent'];

/**
 * Statistics of each stored column of the rows in `source` (which has `ordinal` too), by one query. It costs about
 * 1.3 µs per row of `videos`; a third of that is reading its long texts and lists to count NULLs.
 */
export async function columnStatistics(
  connection: DuckDBConnection,
  table: CatalogTable,
  rows: number,
): Promise<Record<string, ColumnStatistics>> {
  const columns = storedColumns(table);
  const isSampled = `ordinal % ${Math.max(1, Math.ceil(rows / sampledRows))} = 0`;
  const terms = columns.map((column, at) => aggregates(table, column, at, isSampled));
  const [found = {}] = await allRows<Record<string, unknown>>(
    connection,
    `SELECT count(*) AS rows, ${terms.flat().join(', ')} FROM source`,
  );
  const total = Number(found.rows);
  return Object.fromEntries(columns.map(({ name }, at) => [name, readStatistics(found, at, total)]));
}

/** Whether it is noted of a column that its texts are mostly different, or not: of texts with a role, and of parts of keys. */
export function isPlainNoted(table: CatalogTable, { name, type, role }: CatalogColumn): boolean {
  return type === 'VARCHAR' && (table.key.includes(name) || role !== undefined);
}

/** Columns whose texts are mostly different: compression saves little there, and costs most to read. */
export function plainColumns(columns: Readonly<Record<string, ColumnStatistics>> = {}): string[] {
  return Object.entries(columns).flatMap(([name, { is_plain }]) => (is_plain === true ? [name] : []));
}

function aggregates(
  table: CatalogTable,
  catalogColumn: CatalogColumn,
  at: number,
  isSampled: string,
): string[] {
  const { name, type, role, isLong } = catalogColumn;
  const column = sqlName(name);
  const isKeyPart = table.key.includes(name);
  const isId = isKeyPart || role === 'owner' || role === 'parent';
  const isCompared = (isKeyPart && table.key.length > 1) || comparedRoles.includes(role);
  const shares = `[${quantileShares.join(', ')}]`;
  return [
    `count(${column}) AS known_${at}`,
    ...(isCompared ? [`approx_count_distinct(${column}) AS distinct_${at}`] : []),
    ...(hasBounds(type) && isLong !== true
      ? [
          ...(['min', 'max'] as const).flatMap((bound) => {
            const value = `${bound}(${column})`;
            return type === 'VARCHAR'
              ? [
                  `left(${value}, ${boundLengthMax}) AS ${bound}_${at}`,
                  `length(${value}) > ${boundLengthMax} AS ${bound}_cut_${at}`,
                ]
              : [`${asText(type, value)} AS ${bound}_${at}`];
          }),
          ...(type === 'VARCHAR' || type === 'BOOLEAN'
            ? []
            : [
                `list_transform(quantile_disc(${column}, ${shares}) FILTER (${isSampled}),
                  lambda value: ${asText(type, 'value')}) AS quantiles_${at}`,
              ]),
        ]
      : []),
    ...(isId && type === 'VARCHAR'
      ? [`min(length(${column})) AS shortest_${at}, max(length(${column})) AS longest_${at}`]
      : []),
    ...(hasMeanBytes(type)
      ? [`coalesce(avg(strlen(${column}::VARCHAR)) FILTER (${isSampled}), 0) AS bytes_${at}`]
      : []),
    ...(isPlainNoted(table, catalogColumn)
      ? [
          `approx_count_distinct(${column}) FILTER (ordinal < ${compressedRows})
            > ${plainShareMin} * count(*) FILTER (ordinal < ${compressedRows}) AS plain_${at}`,
        ]
      : []),
    ...(type === 'TIMESTAMP WITH TIME ZONE'
      ? [`coalesce(bool_and(isfinite(${column})), true) AS finite_${at}`]
      : []),
  ];
}

function asText(type: string, value: string): string {
  if (type.startsWith('TIMESTAMP')) return `strftime(${value}, '%Y-%m-%d %H:%M:%S.%f')`;
  return type === 'DATE' ? `strftime(${value}, '%Y-%m-%d')` : `${value}::VARCHAR`;
}

/** The aggregates of one column; in the order of the manifest. */
function readStatistics(
  found: Readonly<Record<string, unknown>>,
  at: number,
  rows: number,
): ColumnStatistics {
  const get = <Value>(name: string) => (found[`${name}_${at}`] ?? undefined) as Value | undefined;
  const [distinct, min, max] = [get<string>('distinct'), get<string>('min'), get<string>('max')];
  const cut = (['min', 'max'] as const).filter((bound) => get<boolean>(`${bound}_cut`) === true);
  const quantiles = get<string[]>('quantiles');
  const [shortest, longest] = [get<string>('shortest'), get<string>('longest')];
  const areFinite = get<boolean>('finite');
  const bytes = get<number>('bytes');
  return {
    nulls: rows - Number(get('known')),
    ...(distinct === undefined ? {} : { distinct: Number(distinct) }),
    ...(min === undefined || max === undefined ? {} : { min, max }),
    ...(cut.length === 0 ? {} : { cut }),
    ...(quantiles === undefined
      ? {}
      : {
          quantiles: Object.fromEntries(
            quantileShares.map((share, place) => [String(share), quantiles[place] ?? '']),
          ),
        }),
    ...(shortest === undefined || longest === undefined
      ? {}
      : { lengths: { min: Number(shortest), max: Number(longest) } }),
    ...(areFinite === undefined ? {} : { is_finite: areFinite }),
    ...(bytes === undefined ? {} : { mean_bytes: Math.round(bytes) }),
    ...(get<boolean>('plain') === true ? { is_plain: true } : {}),
  };
}
