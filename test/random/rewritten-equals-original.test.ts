import { builtInCatalog, tableId } from '@sdq/catalog';
import { buildIndex } from '@sdq/core';
import { generateIndex } from '@sdq/data';
import { Database } from '@sdq/duckdb';
import { openSnapshot, profiles } from '@sdq/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tableView } from '../../bench/src/data/table-views.ts';
import {
  compareAnswers,
  notAmong,
  type WholeAnswer,
} from '../../bench/src/random/compare/compare-answers.ts';
import type { DataFacts } from '../../bench/src/random/facts/data-facts.ts';
import { gatherFacts } from '../../bench/src/random/facts/gather-facts.ts';
import { generateQuestions } from '../../bench/src/random/generate-questions.ts';
import { kinds } from '../../bench/src/random/kinds.ts';
import type { Question } from '../../bench/src/random/question.ts';
import { ruleNames } from '../../packages/core/src/backends/duckdb/plan/plan.ts';
import {
  type Answer,
  type OpenIndex,
  openIndex,
} from '../../packages/core/test/backends/duckdb/plan/open-index.ts';
import { propertyRuns } from '../support/property-runs.ts';

/**
 * The questions of the benchmark, over a small index: access paths give the rows of the base files.
 * `SDQ_PROPERTY_RUNS` raises the number of questions, `SDQ_PROPERTY_SEED` repeats a run, `SDQ_PLATFORM` chooses the
 * tables, `SDQ_PROFILE` which structures there are.
 */
const runs = propertyRuns(100);
const seed = Number(process.env.SDQ_PROPERTY_SEED ?? Date.now() % 1_000_000);
const platform = process.env.SDQ_PLATFORM ?? 'shortvideo';
const profile = profiles.find((name) => name === process.env.SDQ_PROFILE);
const rows = runs >= 1_000 ? 20_000 : 3_000;
const tables = builtInCatalog.tablesOf(platform);

let index: OpenIndex;
let facts: DataFacts;

beforeAll(async () => {
  index = await openIndex(async (root) => {
    await generateIndex({ out: root, rows });
    await buildIndex({ index: root, only: tables.map(tableId), smallTables: true, profile });
    facts = await factsOf(root);
  });
}, 120_000);

afterAll(async () => {
  await index?.[Symbol.asyncDispose]();
});

async function factsOf(root: string): Promise<DataFacts> {
  const snapshot = await openSnapshot(root);
  await using database = await Database.open();
  const connection = await database.connect();
  // The statistics read each table many times.
  await connection.run('CREATE SCHEMA files');
  for (const table of tables) {
    const paths = snapshot.files(table).map((file) => snapshot.path(file));
    await connection.run(`USE files; ${tableView(table, paths)}; USE main`);
    await connection.run(`CREATE TABLE main."${table.name}" AS FROM files."${table.name}"`);
  }
  const found = await gatherFacts(connection, tables);
  connection.closeSync();
  return found;
}

function wholeOf({ columns, lines }: Answer): WholeAnswer {
  const names = columns.map(({ name }) => name);
  return {
    columns: names,
    types: columns.map(({ type }) => type),
    rows: lines.map((line) => {
      const row = JSON.parse(line) as Record<string, unknown>;
      return names.map((name) => row[name]);
    }),
  };
}

/** The difference that access paths make to the answer; undefined if there is none. */
async function differenceOf({ duckdb, agreement }: Question): Promise<string | undefined> {
  const ask = async (text: string, rulesOff: readonly string[]) =>
    wholeOf(await index.answer(text, rulesOff, undefined, platform));
  const original = await ask(duckdb, ruleNames);
  const routed = await ask(duckdb, ['push-limit']);
  const comparison = compareAnswers(agreement, routed, original);
  if (comparison.outcome === 'equal') return undefined;
  if (comparison.outcome === 'different') return comparison.difference;
  return notAmong(routed, await ask(comparison.among, ruleNames));
}

test(`random questions of seed ${seed} are answered from structures as from base files`, async () => {
  const { questions } = generateQuestions(facts, { count: runs, seed });
  const differences: string[] = [];
  for (const question of questions) {
    const difference = await differenceOf(question).catch((error: Error) => error.message);
    if (difference !== undefined)
      differences.push(`${question.number} ${question.kind}: ${question.duckdb}\n  ${difference}`);
  }
  expect(differences).toEqual([]);
}, 3_600_000);

test('the same seed gives the same questions, and another seed gives others', () => {
  const texts = (of: number) =>
    generateQuestions(facts, { count: 60, seed: of }).questions.map((question) => JSON.stringify(question));
  expect(texts(7)).toEqual(texts(7));
  expect(texts(7)).not.toEqual(texts(8));
});

test('every kind finds something to ask, and half of them read most of a table', () => {
  const { questions, left } = generateQuestions(facts, { count: kinds.length, seed: 3 });
  expect(left).toEqual([]);
  expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(kinds.map(({ name }) => name)));
  expect(kinds.filter(({ reads }) => reads === 'most')).toHaveLength(kinds.length / 2);
});
