import { buildIndex, type Engine, openEngine } from '@sdq/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 3_000, { video_id: 'i::VARCHAR' });
  await buildIndex({ index: directory.path });
});
afterAll(async () => await directory[Symbol.asyncDispose]());

describe.each(['process', 'in-process'] as const)('look-ups with isolation %s', (isolation) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine({ index: directory.path, isolation, processes: 1, cacheBytesMax: 0 });
  });
  afterAll(async () => await engine[Symbol.asyncDispose]());

  async function ask(sql: string) {
    const result = await engine.query(sql);
    const rows = await result.toArray<{ video_id: string }>();
    return { ids: rows.map(({ video_id }) => video_id), rewrites: result.facts.rewrites };
  }

  test('tell only what was planned', async () => {
    const { ids, rewrites } = await ask("SELECT * FROM videos WHERE video_id = '17'");
    expect(ids).toEqual(['17']);
    expect(rewrites).toEqual([
      'key-rows videos: one key',
      'rows-as-stored: the rows that are fetched are the result: no SQL runs',
    ]);
  });

  test('find no row without an error', async () => {
    expect((await ask("SELECT * FROM videos WHERE video_id = 'none'")).ids).toEqual([]);
  });

  test('leave more rows than they fetch to the whole plan', async () => {
    const { ids, rewrites } = await ask("SELECT * FROM videos WHERE author = 'user3' ORDER BY video_id");
    const all = await ask('SELECT video_id, author FROM videos ORDER BY video_id');
    const expected = all.ids.filter((id) => Number(id) % 17 === 3 && Number(id) % 11 !== 0);
    expect(ids.length).toBeGreaterThan(100);
    expect(ids).toEqual(expected);
    expect(rewrites.some((each) => each.startsWith('native-scan'))).toBe(true);
  });

  test('are explained with all other paths', async () => {
    const { rules } = await engine.explain("SELECT * FROM videos WHERE video_id = '17'");
    const fired = rules.filter((each) => each.fired).map(({ rule }) => rule);
    expect(fired).toContain('key-rows');
    expect(fired).toContain('rows-as-stored');
    expect(rules.map(({ rule }) => rule)).toContain('text-rows');
  });

  test('end when they are cancelled', async () => {
    const query = engine.query("SELECT * FROM videos WHERE video_id = '17'", { signal: AbortSignal.abort() });
    await expect(query).rejects.toMatchObject({ code: 'query_cancelled' });
  });
});
