import type { DuckDBConnection } from '@duckdb/node-api';
import type { CatalogColumn, CatalogTable } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { type ColumnStatistics, hasMeanBytes, quantileShares, type SegmentEntry } from '@sdq/index';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statisticsOf } from '../../../../../index/src/snapshot/coverage-statistics.ts';
import { columnStatistics } from '../../../../src/backends/duckdb/segments/column-statistics.ts';
import { groupStatistics } from '../../../../src/backends/duckdb/segments/structure-statistics.ts';

const column = (name: string, type: string, more: Partial<CatalogColumn> = {}): CatalogColumn => ({
  name,
  type,
  nullable: true,
  description: name,
  ...more,
});

/** A column of each kind of type, a key of two. */
const table: CatalogTable = {
  platform: 'shortvideo',
  name: 'kinds',
  description: '',
  key: ['id', 'at'],
  columns: [
    column('id', 'VARCHAR'),
    column('at', 'TIMESTAMP WITH TIME ZONE', { role: 'time' }),
    column('owner', 'VARCHAR', { role: 'owner' }),
    column('kind', 'VARCHAR', { role: 'category' }),
    column('plays', 'BIGINT', { role: 'measure' }),
    column('share', 'DOUBLE'),
    column('price', 'DECIMAL(12,3)'),
    column('day', 'DATE'),
    column('local', 'TIMESTAMP'),
    column('is_new', 'BOOLEAN', { role: 'flag' }),
    column('tags', 'VARCHAR[]', { role: 'tags' }),
    column('caption', 'VARCHAR', { role: 'text', isLong: true }),
    column('shown', 'VARCHAR', { expression: "'#' || id", reads: ['id'] }),
  ],
  sortBy: ['id'],
  zoneColumns: [],
  observedBy: 'at',
  examples: [],
};
const stored = table.columns.filter(({ expression }) => expression === undefined);

const nullOr = (values: fc.Arbitrary<string>) => fc.option(values, { nil: null, freq: 6 });
const times = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 0, max: 4e9 }).map((at) => `TIMESTAMPTZ 'epoch' + to_seconds(${at})`),
  },
  fc
    .constantFrom(
      'infinity',
      '-infinity',
      '0044-03-15 (BC) 10:00:00+00',
      '0001-01-01 00:00:00+00',
      '12345-06-07 08:09:10.123456+00',
      '0043-03-15 (BC) 10:00:00+00',
    )
    .map((text) => `TIMESTAMPTZ '${text}'`),
);
const texts = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(
      'a',
      'é',
      '𝒳',
      '👩‍👩‍👧',
      'x'.repeat(64),
      `${'x'.repeat(64)}y`,
      `${'𝒳'.repeat(64)}z`,
      '￿',
      "it's",
    ),
  )
  // DuckDB's parser takes no zero bytes.
  .filter((text) => !text.includes('\0') && text.isWellFormed())
  .map((text) => sqlString(text));
const row = fc.tuple(
  texts,
  times,
  nullOr(texts),
  nullOr(fc.constantFrom("'a'", "'b'", "'c'")),
  nullOr(fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }).map((n) => `'${n}'`)),
  nullOr(
    fc.oneof(
      fc.constantFrom("'nan'", "'inf'", "'-inf'"),
      fc.integer().map((n) => `${n}.25`),
    ),
  ),
  nullOr(fc.integer({ min: -99_999, max: 99_999 }).map((n) => `${n}.125`)),
  nullOr(fc.constantFrom("'2024-02-29'", "'0044-03-15 (BC)'", "'infinity'", "'-infinity'", "'10000-01-01'")),
  nullOr(fc.constantFrom("'2024-02-29 01:02:03.5'", "'0044-03-15 (BC) 00:00:00'", "'infinity'")),
  nullOr(fc.constantFrom('true', 'false')),
  nullOr(fc.constantFrom("['a', NULL]", '[]')),
  nullOr(texts),
);
const someRows = fc.array(row, { maxLength: 30 });

let database: Database;
let connection: DuckDBConnection;

beforeAll(async () => {
  database = await Database.open({ threads: 2 });
  connection = await database.connect();
});

afterAll(() => {
  connection.closeSync();
  database.close();
});

async function fill(rows: readonly (readonly (string | null)[])[]): Promise<void> {
  const columns = stored.map(({ name, type }) => `"${name}" ${type}`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE source (${columns.join(', ')}, ordinal INTEGER)`);
  const values = rows.map(
    (cells, ordinal) => `(${[...cells.map((cell) => cell ?? 'NULL'), ordinal].join(', ')})`,
  );
  if (values.length > 0) await connection.run(`INSERT INTO source VALUES ${values.join(', ')}`);
}

async function cells(sql: string): Promise<unknown[]> {
  return (await connection.runAndReadAll(sql)).getRowsJson().map(([value]) => value);
}

/** The same, told from sorted values one by one. */
async function recomputed({
  name,
  type,
  isLong,
  role,
}: CatalogColumn): Promise<Omit<ColumnStatistics, 'distinct'>> {
  const text = type.startsWith('TIMESTAMP')
    ? `strftime("${name}", '%Y-%m-%d %H:%M:%S.%f')`
    : type === 'DATE'
      ? `strftime("${name}", '%Y-%m-%d')`
      : `"${name}"::VARCHAR`;
  const sorted = (await cells(
    `SELECT ${text} FROM source WHERE "${name}" IS NOT NULL ORDER BY "${name}"`,
  )) as string[];
  const all = Number((await cells('SELECT count(*) FROM source'))[0]);
  const first = sorted[0];
  const last = sorted.at(-1);
  const hasBounds = isLong !== true && type !== 'VARCHAR[]' && first !== undefined && last !== undefined;
  const isText = type === 'VARCHAR';
  const shown = (value: string) => (isText ? [...value].slice(0, 64).join('') : value);
  const cut =
    isText && hasBounds
      ? [
          ...(shown(first) === first ? [] : ['min' as const]),
          ...(shown(last) === last ? [] : ['max' as const]),
        ]
      : [];
  const lengths = sorted.map((value) => [...value].length);
  const isId = isText && (table.key.includes(name) || role === 'owner');
  return {
    nulls: all - sorted.length,
    ...(hasBounds ? { min: shown(first), max: shown(last) } : {}),
    ...(cut.length === 0 ? {} : { cut }),
    ...(hasBounds && !isText && type !== 'BOOLEAN'
      ? {
          quantiles: Object.fromEntries(
            quantileShares.map((share) => [
              share,
              sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? '',
            ]),
          ),
        }
      : {}),
    ...(isId && first !== undefined
      ? { lengths: { min: Math.min(...lengths), max: Math.max(...lengths) } }
      : {}),
    ...(type === 'TIMESTAMP WITH TIME ZONE'
      ? { is_finite: sorted.every((value) => !value.endsWith('infinity')) }
      : {}),
    ...(hasMeanBytes(type) ? { mean_bytes: meanBytes(sorted) } : {}),
  };
}

function meanBytes(values: readonly string[]): number {
  const sum = values.reduce((bytes, value) => bytes + Buffer.byteLength(value), 0);
  return values.length === 0 ? 0 : Math.round(sum / values.length);
}

test('statistics of columns are what going through the rows tells', async () => {
  await fc.assert(
    fc.asyncProperty(someRows, async (rows) => {
      await fill(rows);
      const noted = await columnStatistics(connection, table, rows.length);
      expect(Object.keys(noted)).toEqual(stored.map(({ name }) => name));
      for (const each of stored) {
        const { distinct, is_plain: isPlain, ...others } = noted[each.name] ?? { nulls: -1 };
        expect({ [each.name]: others }).toEqual({ [each.name]: await recomputed(each) });
        const known = new Set(
          await cells(`SELECT "${each.name}"::VARCHAR FROM source WHERE "${each.name}" IS NOT NULL`),
        ).size;
        const isCounted = ['id', 'at', 'owner', 'kind', 'is_new'].includes(each.name);
        expect(distinct !== undefined).toBe(isCounted);
        // About: it may be off by a third.
        if (distinct !== undefined) expect(Math.abs(distinct - known)).toBeLessThanOrEqual(1 + known / 3);
        if (isPlain !== undefined) {
          expect([each.type, each.name]).toEqual(['VARCHAR', each.name]);
          expect(known).toBeGreaterThanOrEqual(rows.length / 3 - 1);
        }
      }
    }),
    { numRuns: 25 },
  );
}, 60_000);

const segment = (rows: number, columns: Record<string, ColumnStatistics>): SegmentEntry => ({
  path: '',
  bytes: 0,
  sha256: '',
  table: '',
  covers: [{ path: '', rows, first_ordinal: 0, row_file: { path: '', bytes: 0, sha256: '' } }],
  structures: {},
  statistics: { columns, structures: {} },
});

/** Statistics without those that are approximate over several segments. */
function exactly(
  { distinct: _, quantiles: __, mean_bytes: ___, is_plain: ____, ...others }: ColumnStatistics = {
    nulls: -1,
  },
) {
  return others;
}

test('statistics of segments, taken together, bound all of their rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someRows, { minLength: 1, maxLength: 3 }), async (parts) => {
      const segments: SegmentEntry[] = [];
      for (const rows of parts) {
        await fill(rows);
        segments.push(segment(rows.length, await columnStatistics(connection, table, rows.length)));
      }
      await fill(parts.flat());
      const whole = await columnStatistics(connection, table, parts.flat().length);
      const together = statisticsOf(table, segments, 0);
      expect(together).toMatchObject({ isNoted: true, isWhole: true, rows: parts.flat().length });
      for (const { name } of stored) {
        expect({ [name]: exactly(together.columns.get(name)) }).toEqual({ [name]: exactly(whole[name]) });
      }
      expect(statisticsOf(table, segments, 1)).toMatchObject({ isNoted: true, isWhole: false });
      const { statistics: _, ...older } = segment(5, {});
      const withOlder = statisticsOf(table, [...segments, older], 0);
      expect(withOlder).toMatchObject({ isNoted: false, isWhole: false });
      expect(withOlder.columns.size).toBe(0);
    }),
    { numRuns: 25 },
  );
}, 60_000);

test('groups are counted by value, and none is of NULL', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.integer({ min: 0, max: 9 })), { maxLength: 60 }),
      async (values) => {
        await connection.run('CREATE OR REPLACE TEMP TABLE grouped (key INTEGER)');
        if (values.length > 0)
          await connection.run(
            `INSERT INTO grouped VALUES ${values.map((value) => `(${value ?? 'NULL'})`).join(', ')}`,
          );
        const { groups } = await groupStatistics(connection, { name: 'grouped', groupedBy: 'key' });
        const known = values.filter((value) => value !== null);
        const sizes = [...new Set(known)].map((value) => known.filter((other) => other === value).length);
        sizes.sort((a, b) => a - b);
        const at = (share: number) => sizes[Math.max(0, Math.ceil(share * sizes.length) - 1)] ?? 0;
        expect(groups).toEqual({
          count: sizes.length,
          rows_median: at(0.5),
          rows_p99: at(0.99),
          rows_most: sizes.at(-1) ?? 0,
        });
      },
    ),
    { numRuns: 30 },
  );
});
