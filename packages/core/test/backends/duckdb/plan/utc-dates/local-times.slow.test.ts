import { Database } from '@sdq/duckdb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localTime } from '../../../../../src/backends/duckdb/plan/utc-dates/local-times.ts';
import { zoneOffsets } from '../../../../../src/shape/constants/zone-offsets.ts';

/** The table of offsets beside the ICU of the DuckDB that is installed. */

const zonesByLine = zoneOffsets.zones.map((line) => line.split(' = ')[0]?.split(' ') ?? []);
const zones = zonesByLine.flat();
/** One of each that have the same offsets. */
const different = zonesByLine.flatMap(([zone]) => zone ?? []);
/** Every time at which any zone changes its offset. */
const changes = [
  ...new Set(
    zoneOffsets.zones.flatMap((line) => [...line.matchAll(/@(\d+)/g)].map(([, minute]) => Number(minute))),
  ),
];

let database: Database;
let connection: Awaited<ReturnType<Database['connect']>>;
const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();

beforeAll(async () => {
  database = await Database.open();
  connection = await database.connect();
  const edges = [...changes, zoneOffsets.from, zoneOffsets.to].map((minute) => `(${minute})`).join(', ');
  await connection.run(`
    CREATE TABLE times AS
    SELECT make_timestamptz(minute::BIGINT * 60000000 + step) AS t
    FROM (VALUES ${edges}) AS edges(minute), (VALUES (-1), (0), (1)) AS steps(step)
    UNION ALL
    SELECT make_timestamptz(epoch_us(day) + (hash(day) % 86400000000)::BIGINT)
    FROM range(TIMESTAMP '2005-01-01', TIMESTAMP '2040-01-01', INTERVAL 1 DAY) AS days(day)
    UNION ALL VALUES (NULL), (TIMESTAMPTZ 'infinity'), (TIMESTAMPTZ '-infinity'), (TIMESTAMPTZ '1970-01-01'),
      (TIMESTAMPTZ '0100-06-01'), (TIMESTAMPTZ '9999-12-31')`);
});
afterAll(async () => {
  connection.closeSync();
  await database[Symbol.asyncDispose]();
});

test('the table has the zones of DuckDB, each once', async () => {
  const names = await rowsOf('SELECT name FROM pg_timezone_names() ORDER BY name');
  expect([...zones].sort()).toEqual(names.map(([name]) => name).sort());
});

/** The bounds of some years, in microseconds. */
const yearsOf = (least: number, most: number) => ({
  least: BigInt(Date.UTC(least, 0, 1)) * 1_000n,
  most: BigInt(Date.UTC(most, 0, 1)) * 1_000n,
});

test.each([
  ['without bounds', undefined, zones],
  ['of 2019 to 2026', yearsOf(2019, 2026), different],
  ['of 1970, outside of the table', yearsOf(1970, 1970), different],
])(
  'every zone has the same local times %s, also outside of them',
  async (_, bounds, some) => {
    for (const zone of some) {
      const sql = localTime(zone, 't', bounds);
      const own = `timezone('${zone}', t)`;
      const differing = await rowsOf(
        `SELECT t, ${sql}, ${own} FROM times WHERE ${sql} IS DISTINCT FROM ${own} OR typeof(${sql}) <> 'TIMESTAMP' LIMIT 3`,
      );
      expect({ zone, differing }).toEqual({ zone, differing: [] });
    }
  },
  120_000,
);

test('the offset of many years is searched for, not computed for each row by ICU', () => {
  expect(localTime('Asia/Kolkata', 't', undefined)).toBe(
    "CASE WHEN t >= make_timestamptz(1262304000000000) AND t < make_timestamptz(2082758400000000) THEN make_timestamp(epoch_us(t) + 19800000000) ELSE timezone('Asia/Kolkata', t) END",
  );
  expect(localTime('Europe/Berlin', 't', yearsOf(2026, 2026))).toBe(
    "CASE WHEN t >= make_timestamptz(1761440400000000) AND t < make_timestamptz(1774746000000000) THEN make_timestamp(epoch_us(t) + 3600000000) ELSE timezone('Europe/Berlin', t) END",
  );
  expect(localTime('Mars/Olympus', 't', undefined)).toBeUndefined();
});
