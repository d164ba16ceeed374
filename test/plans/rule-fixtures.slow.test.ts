import { readdirSync, readFileSync } from 'node:fs';
import { Parser } from '@sdq/core/stages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtureFolders } from './access-paths.ts';
import { EmptyTables } from './bind-plan.ts';
import { readFixtures } from './fixture-file.ts';
import { fixtureIndex } from './fixture-states.ts';
import { sentencesOfPlanner } from './reasons.ts';
import { fixtureFiles, fixtureUrl, planFixtures, writtenFixtures } from './rule-fixtures.ts';

let parser: Parser;

beforeAll(async () => {
  parser = await Parser.open({ advisoryParser: false });
});

afterAll(async () => {
  await parser[Symbol.asyncDispose]();
});

const all = fixtureFolders.flatMap((folder) => fixtureFiles.map((name) => ({ folder, name })));
const textOf = ({ folder, name }: (typeof all)[number]) => readFileSync(fixtureUrl(folder, name), 'utf8');

test.each(all)('$folder.folder/$name is what the planner does', async (file) => {
  const written = await writtenFixtures(parser, file.folder, file.name);
  expect(textOf(file), '`npm run docs:rules` rewrites it; review it with git diff').toBe(written);
});

test('each question and all that is made of it can be bound', async () => {
  await using tables = await EmptyTables.open();
  for (const file of all) {
    for (const { fixture, planned } of await planFixtures(parser, file.folder, readFixtures(textOf(file)))) {
      await expect(tables.bindQuestion(fixture.sql), fixture.asked).resolves.toBeUndefined();
      await expect(
        tables.bindPlan(planned, fixtureIndex(fixture.state)),
        fixture.asked,
      ).resolves.toBeUndefined();
    }
  }
});

test('each access path has both files, and says what becomes of stale and uncovered rows', () => {
  const paths = readdirSync(
    new URL('../../packages/core/src/backends/duckdb/access-paths/', import.meta.url),
    {
      withFileTypes: true,
    },
  ).filter((each) => each.isDirectory());
  const known = fixtureFolders.map(({ folder }) => folder);
  expect(paths.map(({ name }) => `access-paths/${name}`).filter((path) => !known.includes(path))).toEqual([]);
  for (const folder of fixtureFolders) {
    const texts = fixtureFiles.map((name) => textOf({ folder, name })).join('\n');
    for (const state of ['stale', 'uncovered'])
      expect(texts, `${folder.folder} over ${state} rows`).toContain(`\n-- state: ${state}\n`);
  }
});

/** What the planner says that no fixture can show, and why. */
const unseen = [
  '…: costs more than …', // beside each fixture stands only its own path, which nothing undercuts
  // The one table with segments has them.
  'the table has no table totals',
  'the table has no totals by time',
  'the table has no group totals',
  'not worthwhile for fewer than … rows', // fixtures have many rows; utc-dates.test.ts has it
  'its text differs from what is expected', // of no text that is known
  'no key file is kept of the key', // their keys have types that key files store
  'it names more than … keys', // such a text is long; keys-allowed.test.ts has it
  'WHERE names more than … keys', // likewise; look-up.test.ts has it
  'a column is computed', // of videos, none is by more than concatenation
  // Said of a table over which there is nothing that a path could be asked of.
  'no segments are kept of this table: its base files are read',
  'no segments are kept of so few rows: its base files are read',
  'no segment is built over this table: `sdq index build` builds one',
  'built without statistics: `sdq index build` notes them', // of a segment, whatever is asked; a test of costs has it
  'rows are fetched from base files', // in the compact profile; compact-equals-original.test.ts has it
  'the segments were built before the table had …: `sdq index build` adds what is missing', // likewise; column-added.test.ts has it
];

test('each reason and note of the planner is seen in a fixture', () => {
  const texts = all.map(textOf).join('\n');
  const missing = sentencesOfPlanner().filter(({ pattern }) => !pattern.test(texts));
  expect(missing.map(({ text }) => text).sort()).toEqual([...unseen].sort());
});
