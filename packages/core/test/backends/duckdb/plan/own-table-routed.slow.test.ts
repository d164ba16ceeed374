import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessPaths } from '../../../../src/backends/duckdb/access-paths/access-paths.ts';
import {
  type AwkwardState,
  awkwardPlatform,
  awkwardQueries,
  awkwardTables,
  makeAwkward,
} from './awkward-table.ts';
import { type OpenIndex, openIndex } from './open-index.ts';
import { expectSame } from './same-on-every-route.ts';

const anyPath = fc.option(fc.constantFrom(...accessPaths.map(({ name }) => name)), { nil: undefined });
/** One question for each path that own tables have by their roles. */
const questions = {
  'key-rows': 'SELECT * FROM "order" WHERE id = 7',
  'owner-rows': 'SELECT * FROM "order" WHERE "group" = 3',
  'tag-rows': 'SELECT * FROM "order" WHERE list_contains(words, \'w1\')',
  'text-rows': 'SELECT * FROM "order" WHERE word_id ILIKE \'%dance%\'',
  'time-totals': `SELECT date_trunc('month', "at") AS m, count(*) FROM "order" GROUP BY m`,
  'native-scan': 'SELECT month, avg(n) FROM "order" GROUP BY month',
};

describe.each<AwkwardState>(['changed', 'described later', 'in place'])('an own table, %s', (state) => {
  let index: OpenIndex;

  beforeAll(async () => {
    index = await openIndex((root) => makeAwkward(root, state), awkwardTables);
  });

  afterAll(async () => {
    await index[Symbol.asyncDispose]();
  });

  test('every question gives the same rows from structures as from base files', async () => {
    await fc.assert(
      fc.asyncProperty(awkwardQueries, anyPath, async (query, preferred) => {
        await expectSame(index, query, preferred, awkwardPlatform);
      }),
      { numRuns: Number(process.env.SDQ_PROPERTY_RUNS ?? 60) },
    );
  });

  test.each(Object.entries(questions))('%s is taken', async (path, text) => {
    const { plan } = await index.answer(text, [], path, awkwardPlatform);
    const outcome = plan.rules.find(({ rule }) => rule === path);
    // A column that was described later is in no row file yet.
    const isLacking = state === 'described later' && text.startsWith('SELECT *');
    expect([outcome?.fired, outcome?.note]).toEqual(
      isLacking
        ? [false, 'the row files there are lack a column that the query uses']
        : [true, expect.any(String)],
    );
  });
});
