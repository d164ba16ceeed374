import { PlanBinder } from '@sdq/clickhouse';
import { generateIndex } from '@sdq/data';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { isMissing } from '../support/tools.ts';
import { openDatabases } from './verify/databases.ts';
import { faults, judge, type Verdict } from './verify/judge.ts';
import { verifyCatalog } from './verify/odd-table.ts';
import { type Corpus, questionsOf } from './verify/questions.ts';
import { StatementReader } from './verify/read-statement.ts';

const rows = 2_000;
const options = { seed: 1, count: 40 };

describe.skipIf(isMissing('clickhouse'))('a cluster answers as DuckDB does, or refuses', () => {
  test.each([1, 3])(
    '%i nodes',
    async (nodes) => {
      await using directory = await temporaryDirectory();
      const index = `${directory.path}/index`;
      await generateIndex({ out: index, rows });
      await using databases = await openDatabases({
        index,
        folder: directory.path,
        nodes,
        timeoutMs: 60_000,
      });
      await using reader = await StatementReader.open();
      await using binder = await PlanBinder.open(verifyCatalog);
      const verdicts = async (corpus: Corpus) => {
        const found: Verdict[] = [];
        for (const question of await questionsOf(corpus, databases.duckdb, options)) {
          const verdict = await judge(question, { reader, binder, databases });
          if (verdict.outcome === 'not admitted') throw new Error(`${verdict.note}: ${question.sql}`);
          found.push(verdict);
        }
        return found;
      };
      for (const [corpus, leastShare] of [
        ['hard', 0.95],
        ['own', 0.95],
        ['random', 0.9],
      ] as const) {
        const all = await verdicts(corpus);
        const wrong = all.filter(({ outcome }) => faults.includes(outcome));
        expect(wrong.map(({ sql, note }) => `${sql}: ${note}`)).toEqual([]);
        const answered = all.filter(({ outcome }) => outcome === 'equal' || outcome === 'open');
        expect(answered.length / all.length, corpus).toBeGreaterThanOrEqual(leastShare);
      }
    },
    900_000,
  );
});
