/**
 * Writes the offsets of all time zones of DuckDB, as its ICU has them, into packages/core. `local-times.slow.test.ts` fails when
 * another version of DuckDB has others; then run it again.
 */
import { writeFileSync } from 'node:fs';
import { Database } from '@sdq/duckdb';

const [from, to] = [Date.UTC(2010, 0, 1) / 60_000, Date.UTC(2036, 0, 1) / 60_000];
/** No zone changes its offset twice in as many minutes. */
const stepMinutes = 180;
/** Offsets are multiples of as many minutes; they change at any minute. */
const precision = 15;

await using database = await Database.open();
const connection = await database.connect();
const rowsOf = async (sql: string): Promise<readonly (readonly unknown[])[]> =>
  (await connection.runAndReadAll(sql)).getRows();

/** Where the offset differs from the one before, in times that are `step` minutes apart. */
const changes = (zone: string, start: number | bigint, end: number | bigint, step: number): string => `
  SELECT t, seconds FROM (
    SELECT t, seconds, lag(seconds) OVER (ORDER BY t) AS before FROM (
      SELECT t, (epoch_us(timezone('${zone}', make_timestamptz(t * 60000000))) - t * 60000000) // 1000000 AS seconds
      FROM range(${start}, ${end}, ${step}) AS times(t)))
  WHERE before IS DISTINCT FROM seconds ORDER BY t`;

const zonesBySpans = new Map<string, string[]>();
for (const [name] of await rowsOf('SELECT name FROM pg_timezone_names() ORDER BY name')) {
  const zone = String(name);
  const [first, ...rough] = await rowsOf(changes(zone, from, to, stepMinutes));
  const spans = [`${minutesOf(zone, first?.[1])}`];
  for (const [at] of rough as bigint[][]) {
    const end = at ?? 0n;
    const exact = await rowsOf(changes(zone, end - BigInt(stepMinutes), end + 1n, 1));
    for (const [start, seconds] of exact.slice(1)) spans.push(`${minutesOf(zone, seconds)}@${start}`);
  }
  const key = spans.join(' ');
  zonesBySpans.set(key, [...(zonesBySpans.get(key) ?? []), zone]);
}

function minutesOf(zone: string, seconds: unknown): number {
  const minutes = Number(seconds) / 60;
  if (minutes % precision !== 0) throw new Error(`${zone} has an offset of ${seconds} seconds`);
  return minutes;
}

const lines = [...zonesBySpans].map(([spans, zones]) => `    '${zones.join(' ')} = ${spans}',\n`);
const path = new URL('../packages/core/src/shape/constants/zone-offsets.ts', import.meta.url);
writeFileSync(
  path,
  `/**
 * The offsets of time zones from UTC, as the ICU of DuckDB has them. Written by \`npm run docs:zones\`.
 * Each line: the names of zones, the offset in minutes, and each later one with the minute since 1970, UTC, from which it applies.
 */
export const zoneOffsets = {
  /** From this minute since 1970 until before \`to\`. */
  from: ${from},
  to: ${to},
  zones: [
${lines.join('')}  ],
} as const;
`,
);
