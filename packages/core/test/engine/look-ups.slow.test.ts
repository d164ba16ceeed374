import { cp } from 'node:fs/promises';
import { videos } from '@sdq/catalog';
import { buildIndex, type Engine, openEngine } from '@sdq/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeRows } from '../../../../test/support/change-rows.ts';
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

  test('of many keys at once are the rows of all of them', async () => {
    const ids = Array.from({ length: 60 }, (_, i) => String(i * 7));
    const named = ids.map((id) => `'${id}'`).join(', ');
    const asked = await ask(`SELECT video_id FROM videos WHERE video_id IN (${named})`);
    expect(asked.ids.toSorted()).toEqual(ids.toSorted());
  });

  test('know what was changed and removed since', async () => {
    await using copy = await temporaryDirectory();
    await cp(directory.path, copy.path, { recursive: true });
    await changeRows(copy.path, videos, {
      written: "SELECT * REPLACE ('changed' AS description) FROM living WHERE video_id = '34'",
      removed: "video_id = '51'",
    });
    await using changed = await openEngine({ index: copy.path, isolation, processes: 1, cacheBytesMax: 0 });
    for (let turn = 0; turn < 2; turn++)
      for (const [id, expected] of [
        ['34', ['changed']],
        ['51', []],
        ['17', ['caption 8 🎈 #tag1']],
      ] as const) {
        const sql = `SELECT description FROM videos WHERE video_id = '${id}'`;
        const rows = await (await changed.query(sql)).toArray<{ description: string }>();
        expect(
          rows.map(({ description }) => description),
          sql,
        ).toEqual(expected);
      }
  });

  const counts = [
    '',
    "WHERE author = 'user3'",
    "WHERE author = 'none'",
    "WHERE author IN ('user3', 'user4')",
    "WHERE author = 'user3' AND author = 'user4'",
    "WHERE video_id IN ('34', '51', '3', 'none')",
    "WHERE list_contains(hashtags, 'tag1')",
    "WHERE 'new' = ANY(hashtags)",
  ];

  test('count rows, also those that were changed and removed since', async () => {
    await using copy = await temporaryDirectory();
    await cp(directory.path, copy.path, { recursive: true });
    const expectCounts = async (of: Engine) => {
      for (const where of counts) {
        const result = await of.query(`SELECT count(*) AS n FROM videos ${where}`);
        const counted = await result.toArray();
        expect(result.facts.rewrites?.[0], where).toMatch(/^counted-rows videos: the number of rows/);
        // OFFSET keeps the rows from being counted by their keys
        const read = `(SELECT video_id, author, hashtags FROM videos OFFSET 0)`;
        const expected = await (await of.query(`SELECT count(*) AS n FROM ${read} ${where}`)).toArray();
        expect(counted, where).toEqual(expected);
      }
    };
    await expectCounts(engine);
    await changeRows(copy.path, videos, {
      written: `SELECT * REPLACE (['new', 'tag1'] AS hashtags, 'user4' AS author) FROM living
        WHERE video_id IN ('34', '3')`,
      removed: "video_id = '51'",
    });
    await using changed = await openEngine({ index: copy.path, isolation, processes: 1, cacheBytesMax: 0 });
    await expectCounts(changed);
    await expectCounts(changed);
  });

  test('count rows under the name that DuckDB gives', async () => {
    for (const [sql, name] of [
      ['SELECT count(*) FROM videos', 'count_star()'],
      ['SELECT COUNT() FROM videos', 'count_star()'],
      ['SELECT count(1) FROM videos', 'count(1)'],
      ['SELECT count(\'x\') AS "All Rows" FROM videos', 'All Rows'],
    ] as const) {
      const result = await engine.query(sql);
      expect(result.columns, sql).toEqual([{ name, type: 'BIGINT', nullable: true }]);
      expect(await result.toArray(), sql).toEqual([{ [name]: 3_000 }]);
    }
  });

  test('end when they are cancelled', async () => {
    const query = engine.query("SELECT * FROM videos WHERE video_id = '17'", { signal: AbortSignal.abort() });
    await expect(query).rejects.toMatchObject({ code: 'query_cancelled' });
  });
});
