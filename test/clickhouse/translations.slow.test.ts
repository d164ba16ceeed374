import { aggregates, functions, PlanBinder } from '@sdq/clickhouse';
import { generateIndex } from '@sdq/data';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { isMissing } from '../support/tools.ts';
import { openDatabases } from './verify/databases.ts';
import { judge, type Verifier } from './verify/judge.ts';
import { verifyCatalog } from './verify/odd-table.ts';
import { StatementReader } from './verify/read-statement.ts';

const rows = 2_000;

describe.skipIf(isMissing('clickhouse'))('each translation gives what DuckDB gives', () => {
  const stack = new AsyncDisposableStack();
  let verifier: Verifier;

  beforeAll(async () => {
    const { path } = stack.use(await temporaryDirectory());
    await generateIndex({ out: `${path}/index`, rows });
    const databases = stack.use(
      await openDatabases({ index: `${path}/index`, folder: path, nodes: 1, timeoutMs: 60_000 }),
    );
    const reader = stack.use(await StatementReader.open());
    verifier = { databases, reader, binder: stack.use(await PlanBinder.open(verifyCatalog)) };
  }, 300_000);

  afterAll(async () => await stack.disposeAsync());

  const wrong = async (statements: readonly string[]) => {
    const found: string[] = [];
    for (const sql of statements) {
      const verdict = await judge({ corpus: 'proofs', name: sql, sql }, verifier);
      if (verdict.outcome !== 'equal' || verdict.note.startsWith('both fail'))
        found.push(`${sql}: ${verdict.outcome} ${verdict.note}`);
    }
    return found;
  };

  test('functions', async () => {
    const proofs = new Set([...functions.values()].flatMap((translation) => translation.proofs));
    expect(proofs.size).toBeGreaterThan(100);
    const statements = [...proofs].map((proof) => `SELECT video_id, ${proof} AS value FROM videos`);
    expect(await wrong(statements)).toEqual([]);
  }, 600_000);

  test('aggregates, in groups and over all rows', async () => {
    const proofs = new Set([...aggregates.values()].flatMap((translation) => translation.proofs));
    const statements = [...proofs].flatMap((proof) => [
      `SELECT region, ${proof} AS value FROM videos GROUP BY region`,
      `SELECT ${proof} AS value FROM videos`,
    ]);
    expect(await wrong(statements)).toEqual([]);
  }, 600_000);
});
