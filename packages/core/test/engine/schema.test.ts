import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { CommonValues, commonValuesLimits } from '../../src/engine/common-values.ts';
import { type Engine, openEngine } from '../../src/index.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let engine: Engine;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 5_000);
  engine = await openEngine({ index: directory.path, isolation: 'in-process' });
});
afterAll(async () => {
  await engine.close();
  await directory[Symbol.asyncDispose]();
});

const rows = async (sql: string) => await (await engine.query(sql)).toArray();

describe('the language', () => {
  test('has the functions of the gate, each with a signature and a description', async () => {
    const { functions } = await engine.language();
    const named = (name: string, kind = 'scalar') =>
      functions.find((each) => each.name === name && each.kind === kind);
    expect(named('date_trunc')).toEqual({
      name: 'date_trunc',
      kind: 'scalar',
      signatures: [expect.stringContaining('date_trunc(part VARCHAR, timestamp ')],
      description: 'Truncate to specified precision',
    });
    expect(named('sum', 'aggregate')?.signatures).toEqual(['sum(arg NUMBER|BOOLEAN) -> NUMBER']);
    expect(named('row_number', 'window')?.description).toMatch(/partition/);
    expect(named('range', 'table')?.signatures.length).toBeGreaterThan(1);
    expect(functions.filter(({ description }) => description === '')).toEqual([]);
    expect(functions.filter(({ signatures }) => signatures.length === 0).map(({ name }) => name)).toEqual([
      'overlay',
      'unlist',
      'unlist',
    ]);
  });

  test('has no function that the gate refuses', async () => {
    const { functions } = await engine.language();
    expect(functions.map(({ name }) => name)).not.toContain('read_csv');
    const refusals = async (sql: string) =>
      (await engine.check(sql)).faults
        .map(({ message }) => message)
        .filter((message) => /is not allowed|There is no function|in FROM/.test(message));
    for (let at = 0; at < functions.length; at += 50) {
      const calls = functions
        .slice(at, at + 50)
        .filter(({ name, kind }) => kind !== 'table' && !/^(coalesce|ifnull)$/.test(name));
      expect(
        await refusals(`SELECT ${calls.map(({ name }) => `"${name}"(region)`).join(', ')} FROM videos`),
      ).toEqual([]);
    }
    expect(await refusals('SELECT coalesce(region, author), ifnull(region, author) FROM videos')).toEqual([]);
    for (const { name, kind } of functions) {
      if (kind === 'table') expect(await refusals(`SELECT * FROM ${name}(1)`), name).toEqual([]);
    }
    expect(await refusals(`SELECT "read_csv"(region), "lenght"(region) FROM videos`)).toHaveLength(2);
  });

  test('has the keywords that must be quoted among all', async () => {
    const { keywords, reserved } = await engine.language();
    expect(keywords).toEqual(expect.arrayContaining([...reserved, 'over', 'partition', 'exclude']));
    expect(reserved).toContain('qualify');
    expect(reserved).not.toContain('partition');
  });
});

test('tables tell their keys, and the columns by which they are joined', async () => {
  const { tables } = await engine.schema();
  const videos = tables.find(({ name }) => name === 'videos');
  expect(videos?.key).toEqual(['video_id']);
  expect(videos?.references).toContainEqual({ column: 'author_id', table: 'authors', to: 'author_id' });
  for (const { name, references } of tables) {
    for (const { column, table, to } of references) {
      const sql = `SELECT count(*) AS n FROM ${name} a JOIN ${table} b ON a.${column} = b.${to}`;
      expect(await rows(sql), sql).toEqual([{ n: expect.any(Number) }]);
    }
  }
});

describe('common values', () => {
  test('are the most frequent ones of columns of few values', async () => {
    const values = await engine.commonValues();
    const told = values.get('videos')?.get('region');
    const counted = await rows(
      'SELECT region FROM videos WHERE region IS NOT NULL GROUP BY ALL ORDER BY count(*) DESC, region LIMIT 20',
    );
    expect(told).toEqual(counted.map(({ region }) => region));
    expect(told?.length).toBeGreaterThan(1);
    expect(values.get('videos')?.has('author')).toBe(false);
  });

  test('are read again for a newer snapshot, but only after some time, and by one reading at a time', async () => {
    let now = 0;
    let asked = 0;
    const query: Engine['query'] = async (sql, options) => {
      asked++;
      return await engine.query(sql, options);
    };
    const values = new CommonValues(query, () => now);
    const tables = [
      { name: 'videos', columns: [{ name: 'region', role: 'category', type: 'VARCHAR' }] },
    ] as unknown as Parameters<CommonValues['of']>[1];
    const of = (snapshotId: string) => values.of('shortvideo', tables, snapshotId);
    await Promise.all([of('1'), of('1'), of('1')]);
    await of('1');
    await of('2');
    expect(asked).toBe(1);
    now += commonValuesLimits.reuseMs + 1;
    await of('1');
    expect(asked).toBe(1);
    await of('2');
    expect(asked).toBe(2);
  });

  test('that cannot be read are left out', async () => {
    const values = new CommonValues(engine.query.bind(engine));
    const tables = [
      { name: 'videos', columns: [{ name: 'missing', role: 'category', type: 'VARCHAR' }] },
    ] as unknown as Parameters<CommonValues['of']>[1];
    expect((await values.of('shortvideo', tables, '1')).get('videos')).toEqual(new Map());
  });
});
