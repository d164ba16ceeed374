import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows, Database } from '@sdq/duckdb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeEmployers } from '../src/generate/network/employers.ts';
import { makePeopleNames, peopleNames } from '../src/generate/pools/people-names.ts';
import { PersonSql } from '../src/generate/pools/person-sql.ts';
import { RandomSql } from '../src/generate/random.ts';
import type { Recipe } from '../src/generate/recipe.ts';
import { scaleFor } from '../src/generate/scale.ts';
import { Snowflake } from '../src/generate/snowflake.ts';
import { ZipfShares } from '../src/generate/zipf-shares.ts';

/** What rows are told apart by follows from their numbers alone: it must hold beyond the sizes that tests generate. */

let database: Database;
let connection: DuckDBConnection;
const random = new RandomSql(1);
beforeAll(async () => {
  database = await Database.open({ threads: 2 });
  connection = await database.connect();
  const recipe = { connection, random, scale: scaleFor(5_000_000, 'videos') } as Recipe;
  await makePeopleNames(recipe);
  await makeEmployers(recipe);
});
afterAll(() => {
  connection?.closeSync();
  database?.close();
});

const number = async (sql: string) =>
  Number(Object.values((await allRows<Record<string, string>>(connection, sql))[0] ?? {})[0]);

it('no two people have one username, and no two companies one name', async () => {
  const people = 2 * peopleNames + 1_000;
  for (const separators of [['-'], ['', '.', '_']]) {
    const person = new PersonSql(random, separators);
    const names = `SELECT ${person.username()} AS name FROM (SELECT range AS account FROM range(${people})) ${person.join()}`;
    expect(await number(`SELECT count(DISTINCT name) FROM (${names})`)).toBe(people);
  }
  expect(await number('SELECT count(DISTINCT company) FROM employers')).toBe(125_000);
  expect(await number('SELECT count(DISTINCT name) FROM employers')).toBe(125_000);
});

it('shares add up to all rows, stand side by side and fall', async () => {
  const sizes = { owners: fc.integer({ min: 1, max: 20_000 }), rows: fc.integer({ min: 0, max: 1_000_000 }) };
  await fc.assert(
    fc.asyncProperty(fc.record(sizes), async ({ owners, rows }) => {
      const shares = new ZipfShares(owners, rows);
      const all = `SELECT range AS owner, ${shares.of('range')} AS share, ${shares.before('range')} AS before FROM range(${owners})`;
      expect(await number(`SELECT sum(share) FROM (${all})`)).toBe(rows);
      const faults = `SELECT share < 0 OR before <> coalesce(sum(share) OVER (ORDER BY owner ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
        OR share > lag(share) OVER (ORDER BY owner) + 1 AS fault FROM (${all})`;
      expect(await number(`SELECT count(*) FROM (${faults}) WHERE fault`)).toBe(0);
    }),
    { numRuns: 30 },
  );
});

it('ids of one second are different, rise with the second, and tell the millisecond', async () => {
  const epochMs = 1_288_834_974_657;
  const ids = new Snowflake(epochMs, 6); // few bits, so that 5,000 numbers need more than one millisecond
  const made = `SELECT second, number, ${ids.id('second', 'number')} AS id
    FROM (SELECT 1700000000 + range AS second FROM range(3)), (SELECT range AS number FROM range(5000))`;
  expect(await number(`SELECT count(DISTINCT id) FROM (${made})`)).toBe(15_000);
  const told = `(id >> 6) + ${epochMs} = second * 1000 + number // 64`;
  expect(await number(`SELECT count(*) FROM (${made}) WHERE NOT (${told})`)).toBe(0);
});
