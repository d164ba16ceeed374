import type { DuckDBConnection } from '@duckdb/node-api';
import { Database } from '@sdq/duckdb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guardMacros } from '../../../src/backends/duckdb/guard-macros.ts';
import { macroCopies } from '../../../src/gate/admit/functions/macros.ts';

let database: Database;
let guarded: DuckDBConnection;

beforeAll(async () => {
  database = await Database.open({ threads: 1 });
  guarded = await database.connect();
  for (const macro of guardMacros) await guarded.run(macro);
});
afterAll(() => {
  guarded.closeSync();
  database.close();
});

async function read(expression: string): Promise<unknown> {
  const result = await guarded.runAndReadAll(`SELECT (${expression})::VARCHAR`);
  return result.getRows()[0]?.[0];
}

/** The function itself, which the macro of the same name stands before. */
const plain = (call: string) => call.replace(/^\w+/, (name) => `system.main.${name}`);

const json = fc.json({ maxDepth: 6 }).map((text) => `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`);

it('gives what the function gives, for any document that is not deep', async () => {
  await fc.assert(
    fc.asyncProperty(json, json, async (one, two) => {
      for (const call of [
        `json_structure(${one})`,
        `json_contains(${one}, ${two})`,
        `json_merge_patch(${one}::JSON, ${two}::JSON)`,
        `json_transform(${one}, '{"a": "VARCHAR"}')`,
        `from_json(${one}, '["JSON"]')`,
      ]) {
        const [own, theirs] = await Promise.all(
          [call, plain(call)].map((text) => read(text).catch(({ message }: Error) => message.split('\n')[0])),
        );
        expect(own, call).toEqual(theirs);
      }
    }),
    { numRuns: 60 },
  );
}, 20_000);

const nested = (depth: number, sibling: string) =>
  `repeat('[${sibling}', ${depth}) || '1' || repeat(']', ${depth})`;

it.each(['', '"[[{{\\"[",', '[1,[2]],{"a":[]},'])(
  'refuses a document by its depth, whatever stands beside: %s',
  async (sibling) => {
    await expect(read(`json_structure(${nested(490, sibling)})`)).resolves.toBeTruthy();
    for (const depth of [520, 9_000]) {
      await expect(read(`json_structure(${nested(depth, sibling)})`)).rejects.toThrow('levels deep');
    }
  },
);

it('admits a wide document of any length', async () => {
  const wide = `'[' || repeat('{"a":[1,{"b":"]"}]},', 3000) || '1]'`;
  expect(await read(`json_contains(${wide}, '1')`)).toBe('true');
});

it('computes differences of all moments as before, but for those that end DuckDB', async () => {
  const year = fc.integer({ min: -5_000, max: 9_999 });
  const moment = fc
    .tuple(year, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(
      ([y, m, d]) =>
        `TIMESTAMPTZ '${String(Math.abs(y) || 1).padStart(4, '0')}-${m}-${d}${y <= 0 ? ' (BC)' : ''} 05:06:07'`,
    );
  const unit = fc.constantFrom('hour', 'HOURS', 'day', 'month', 'second', 'year', 'week', 'quarter');
  const name = fc.constantFrom('date_diff', 'datediff', 'date_sub', 'datesub');
  await fc.assert(
    fc.asyncProperty(name, unit, moment, moment, async (call, u, a, b) => {
      const text = `${call}('${u}', ${a}, ${b})`;
      expect(await read(text), text).toEqual(await read(plain(text)));
    }),
    { numRuns: 200 },
  );
  for (const type of ['DATE', 'TIMESTAMP', 'TIMESTAMP_S', 'TIMESTAMP_NS']) {
    expect(await read(`date_diff('hour', '2025-01-01'::${type}, '2025-01-03'::${type})`)).toBe('48');
  }
  expect(await read("date_diff('hour', TIME '01:00', TIME '05:00')")).toBe('4');
  expect(await read("date_diff('hour', NULL, now())")).toBeNull();
  expect(await read("date_diff('hour', 'infinity'::TIMESTAMPTZ, now())")).toBeNull();
});

it('is counted by the gate as often as it names an argument', () => {
  for (const macro of guardMacros) {
    const [, name = '', first = ''] = /^CREATE MACRO (\w+)\((\w+)/.exec(macro) ?? [];
    if (name.startsWith('sdq_')) continue;
    const copies = macro.split(first).length - 2;
    const within = macro.includes('sdq_shallow') ? 2 : 1;
    expect(macroCopies[name] ?? 1, name).toBeGreaterThanOrEqual(
      macro.includes('), (') ? within : copies * within,
    );
  }
});
