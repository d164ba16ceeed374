import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, openEngine } from '@sdq/core';
import { generateIndex } from '@sdq/data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlainDuckDB, type PlainDuckDB } from '../support/plain-duckdb.ts';
import { compareRows } from '../support/same-rows.ts';
import { corpusShare, statementsOf } from '../support/statements/statements.ts';

/** Least part of the corpus that must give plain DuckDB's rows. */
const shareMin = 0.99;

/**
 * What cannot be compared here: a million of more rows, or work of minutes. They are admitted by the test of the
 * admit stage.
 */
const tooLarge = [/FROM videos a CROSS JOIN videos b/, /FROM a, b, c$/, /videos v1 JOIN videos v2 USING/];

let folder: string;
let engine: Engine;
let plain: PlainDuckDB;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-gate-'));
  await generateIndex({ out: folder, rows: 3_000 });
  engine = await openEngine({ index: folder, processes: 1, threads: 1, memoryBytesMax: 2 ** 30 });
  plain = await openPlainDuckDB(folder);
});
afterAll(async () => {
  await engine?.close();
  await plain?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test('the corpus gives plain DuckDB’s rows, in its order where it asks for one', async () => {
  const corpus = statementsOf('corpus')
    .filter(({ sql }) => !tooLarge.some((pattern) => pattern.test(sql)))
    .filter((_, at) => at % corpusShare === 0);
  const faults: string[] = [];
  let compared = 0;
  let withRows = 0;
  for (const { file, sql } of corpus) {
    const comparison = await compareRows(sql, engine, plain);
    // On empty tables they run, on these rows plain DuckDB itself refuses them: a cast or a logarithm of zero.
    if (comparison.outcome === 'no such statement') continue;
    compared++;
    if ('why' in comparison) faults.push(`${file}: ${sql}\n  ${comparison.outcome}: ${comparison.why}`);
    else if (comparison.rowCount > 0) withRows++;
    if (comparison.outcome === 'same rows' && !comparison.ordered && /ORDER BY ALL/.test(sql)) {
      faults.push(`${file}: ${sql}\n  in another order`);
    }
  }
  expect(compared).toBeGreaterThanOrEqual(500 / corpusShare);
  expect(withRows / compared).toBeGreaterThan(0.95);
  expect(1 - faults.length / compared, faults.join('\n')).toBeGreaterThanOrEqual(shareMin);
}, 240_000);
