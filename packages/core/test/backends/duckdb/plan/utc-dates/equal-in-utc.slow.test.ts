import { afterAll, beforeAll, expect, test } from 'vitest';
import { equalInUtc } from '../../../../../src/backends/duckdb/plan/utc-dates/equal-in-utc.ts';
import type { OpenIndex } from '../open-index.ts';
import { anyInstant, openInstants } from './instants-index.ts';

const rows = Math.max(4_000, Number(process.env.SDQ_PROPERTY_RUNS ?? 0) * 10);

let index: OpenIndex;
let since1970: OpenIndex;

beforeAll(async () => {
  index = await openInstants(rows);
  since1970 = await openInstants(rows, `greatest(${anyInstant}, TIMESTAMPTZ '1970-01-01')`);
}, 60_000);

afterAll(async () => {
  await index[Symbol.asyncDispose]();
  await since1970[Symbol.asyncDispose]();
});

const { parts, units, partUnits, differenceUnits, subUnits, casts } = equalInUtc;
const t = 'indexed_at';
const formats =
  '%a %A %w %u %b %B %d %-d %m %-m %y %-y %Y %H %-H %I %-I %M %-M %S %-S %p %f %g %z %j %-j %U %W %c %x %X %G %V %%';
const widths = ["'1 day'", '1 WEEK', '10 DAY', '15 MINUTE', "'7 seconds'", '3 MONTH', '1 YEAR', '5 YEAR'];
const shifts = [
  "'1 day'",
  '1 MONTH',
  '7 MONTHS',
  '99 YEARS',
  '90 MINUTE',
  '9999 DAYS',
  '5 QUARTERS',
  '12 WEEKS',
  "'59 seconds'",
];
const calls = [
  ...[...parts].map((name) => `${name}(${t})`),
  ...[...partUnits].map((unit) => `date_part('${unit}', ${t})`),
  ...[...units].map((unit) => `date_trunc('${unit}', ${t})`),
  ...[...differenceUnits].map((unit) => `date_diff('${unit}', ${t}, create_time)`),
  ...[...subUnits].map((unit) => `date_sub('${unit}', create_time, ${t})`),
  ...formats.split(' ').map((format) => `strftime(${t}, 'a ${format} b')`),
  ...widths.map((width) => `time_bucket(INTERVAL ${width}, ${t})`),
  ...shifts.flatMap((shift) => [`${t} + INTERVAL ${shift}`, `${t} - INTERVAL ${shift}`]),
  ...[...casts].map((type) => `${t}::${type}`),
  ...['Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles', 'UTC'].flatMap((zone) => [
    `${t} AT TIME ZONE '${zone}'`,
    `TIMEZONE('${zone}', create_time)`,
  ]),
  `extract(YEAR FROM ${t})`,
  `datepart('dow', ${t})`,
  `datetrunc('Quarter', ${t})`,
  `datediff('isoyear', create_time, ${t})`,
  `datesub('ms', create_time, ${t})`,
  `CAST(${t} AS DATE)`,
  `date_diff('hour', ${t}, TIMESTAMPTZ '2024-02-29 12:00:00') AS hours`,
];

/** Calls that are compared by one statement. */
const perStatement = 30;
const statements = Array.from({ length: Math.ceil(calls.length / perStatement) }, (_, at) =>
  calls.slice(at * perStatement, (at + 1) * perStatement),
);

/** The names of the columns in which two rows differ. */
function differing(line: string, before = '{}'): string[] {
  if (line === before) return [];
  const other = JSON.parse(before) as Record<string, unknown>;
  return Object.entries(JSON.parse(line)).flatMap(([name, value]) => (value === other[name] ? [] : [name]));
}

async function compared(over: OpenIndex, listed: readonly string[]): Promise<void> {
  const sql = `SELECT ${listed.join(', ')} FROM videos ORDER BY video_id`;
  const before = await over.answer(sql, ['utc-dates']);
  const after = await over.answer(sql, []);
  const outcome = after.plan.rules.find(({ rule }) => rule === 'utc-dates');
  expect(outcome).toMatchObject({ fired: true, note: expect.not.stringContaining('unchanged') });
  expect(after.attempt).toBe(after.plan.attempts.length - 1);
  for (const call of listed) expect(after.plan.attempts.at(-1)?.sql).not.toContain(` ${call} `);
  expect(after.columns).toEqual(before.columns);
  expect(after.lines.length).toBe(rows);
  expect([...new Set(after.lines.flatMap((line, at) => differing(line, before.lines[at])))]).toEqual([]);
}

test.each(statements)(
  '%s … have the same values, types and names',
  async (...listed) => {
    await compared(index, listed);
  },
  60_000,
);

test('differences of times since 1970 are the same', async () => {
  await compared(since1970, [
    `${t} - create_time`,
    `${t} + INTERVAL '1 month 3 days'`,
    `${t} + INTERVAL 100 YEARS`,
    `${t} - to_days(play_count::INTEGER)`,
    `create_time-${t}`,
    `age(${t}, create_time)`,
    `age(create_time, ${t})`,
  ]);
}, 60_000);

test.each([
  `epoch(${t})`,
  `date_part('epoch', ${t})`,
  `date_sub('hour', ${t}, create_time)`,
  `date_diff('yearweek', ${t}, create_time)`,
  `strftime(${t}, '%Y %Z')`,
  `strftime(${t}, '%n')`,
  `strftime(${t}, region)`,
  `date_trunc(lower('DAY'), ${t})`,
  `time_bucket(INTERVAL '3 hours 30 minutes', ${t})`,
  `${t} - create_time`,
  `${t} + INTERVAL '1 month 3 days'`,
  `${t} + INTERVAL 100 YEARS`,
  `${t} - to_days(play_count::INTEGER)`,
  `${t}::VARCHAR`,
  `${t} AT TIME ZONE 'UTC+3'`,
  `${t} AT TIME ZONE lower('utc')`,
  `typeof(${t})`,
])('%s stays as it is', async (call) => {
  const { plan } = await index.answer(`SELECT max(${call}) FROM videos WHERE indexed_at < '2200-01-01'`, []);
  expect(plan.rules.filter(({ rule }) => rule === 'utc-dates')).toEqual([]);
});
