import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InProcessRunner } from '../../src/in-process-runner.ts';
import { openSnapshot, type Snapshot } from '../../src/index/snapshot.ts';
import { Parser } from '../../src/parse/index.ts';
import { planQuery } from '../../src/run-query.ts';
import { temporaryDirectory } from '../fixtures/small-index.ts';
import { allRules, makeState, type State } from './built-states.ts';
import { anyQuery } from './query-grammar.ts';

let parser: Parser;
const fired = new Map<string, number>();

beforeAll(async () => {
  parser = await Parser.open({ firstReader: false });
});

afterAll(async () => {
  await parser[Symbol.asyncDispose]();
});

describe.each<State>(['whole', 'stale months', 'overlay'])('%s', (state) => {
  let runner: InProcessRunner;
  let snapshot: Snapshot;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    await makeState(directory.path, state);
    snapshot = await openSnapshot(directory.path);
    runner = await InProcessRunner.open({
      directories: [join(directory.path, 'data')],
      threads: 2,
      memoryBytesMax: 2 ** 29,
      temporaryDirectory: join(directory.path, 'spill'),
      slots: 2,
    });
  });

  afterAll(async () => {
    await runner[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  async function answer(text: string, rulesOff: readonly string[]) {
    const request = {
      text,
      platform: 'shortvideo' as const,
      parameters: [],
      rowsMax: 100_000,
      bytesMax: 1e9,
      timeoutMs: 20_000,
      signal: undefined,
      rulesOff,
    };
    const { plan } = await planQuery(request, parser, snapshot);
    const query = await runner.start(plan, request, undefined);
    const parts: Uint8Array[] = [];
    for await (const part of query.read('ndjson')) parts.push(part.slice());
    return {
      columns: query.columns,
      lines: Buffer.concat(parts).toString().split('\n'),
      plan,
      attempt: query.summary?.attempt ?? null,
    };
  }

  test('every query gives the same rows from structures as from base files', async () => {
    const { lines } = await answer('SELECT video_id FROM videos USING SAMPLE 50 ROWS (reservoir, 7)', []);
    const ids = lines
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { video_id: string }).video_id);
    await fc.assert(
      fc.asyncProperty(anyQuery(ids), async ({ text, isOrdered }) => {
        const original = await answer(text, allRules);
        const routed = await answer(text, ['push-limit']);
        const [a, b] = [original.lines, routed.lines];
        expect(isOrdered ? b : [...b].sort()).toEqual(isOrdered ? a : [...a].sort());
        expect(routed.columns).toEqual(original.columns);
        const isTried = routed.plan.attempts.length > 0;
        for (const { rule, fired: did } of routed.plan.rules) {
          if (!did) continue;
          const outcome = isTried ? (routed.attempt === null ? ' given up' : ' held') : '';
          fired.set(`${rule}${outcome}`, (fired.get(`${rule}${outcome}`) ?? 0) + 1);
        }
      }),
      { numRuns: Number(process.env.SDQ_PROPERTY_RUNS ?? 150) },
    );
  }, 600_000);
});

test('every rule fired, every kind of attempt held, and some were given up', () => {
  if (process.env.SDQ_SHOW !== undefined) console.log(Object.fromEntries([...fired].sort()));
  for (const rule of ['scan-segment', 'rollup-groups', 'author-rows', 'hashtag-rows', 'word-rows'])
    expect(
      [...fired.keys()].filter((key) => key.startsWith(rule)),
      rule,
    ).not.toEqual([]);
  for (const rule of ['id-rows', 'leading-first', 'filter-first', 'author-rows', 'hashtag-rows', 'word-rows'])
    expect(fired.get(`${rule} held`) ?? 0, rule).toBeGreaterThan(0);
  expect(fired.get('leading-first given up') ?? 0).toBeGreaterThan(0);
});
