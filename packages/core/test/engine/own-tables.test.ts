import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIndex, type Engine, openEngine } from '@sdq/core';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { podcasts } from '../../../catalog/test/own/podcasts.ts';

const quick = { isolation: 'in-process', advisoryParser: false, refreshMs: 0 } as const;
const words = ['ai', 'jazz', 'history'];

function episodes(count: number): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const [word, other] = [words[i % 3], words[(i * 7) % 3]];
    const at = `2026-0${1 + (i % 6)}-1${i % 10}T0${i % 10}:00:00Z`;
    return `e${i},s${i % 5},Show ${i % 5},${at},"${word},${other}",about ${word} ${i},${(i * 37) % 1000},${['SE', 'US'][i % 2]},${i % 4 === 0}`;
  });
  return ['episode_id,show_id,show,published,topics,summary,downloads,country,explicit', ...rows].join('\n');
}

const questions = {
  'key-rows': "SELECT * FROM episodes WHERE episode_id = 'e77'",
  'owner-rows': "SELECT episode_id, summary FROM episodes WHERE show_id = 's3'",
  'tag-rows': "SELECT episode_id, summary FROM episodes WHERE list_contains(topics, 'jazz')",
  'text-rows': "SELECT episode_id, summary FROM episodes WHERE summary ILIKE '%history 8%'",
  'native-scan': 'SELECT "show", sum(downloads) FROM episodes WHERE list_contains(topics, \'ai\') GROUP BY 1',
  'time-totals': "SELECT date_trunc('month', published) AS month, sum(downloads) FROM episodes GROUP BY 1",
  'group-totals': 'SELECT show_id, "show", count(*), sum(downloads) FROM episodes GROUP BY ALL',
};

async function answers(engine: Engine): Promise<string[][]> {
  const all = Object.values(questions).map(async (sql) => {
    const result = await engine.query(sql);
    return (await result.toArray()).map((row) => JSON.stringify(row)).sort();
  });
  return await Promise.all(all);
}

test('a table of one’s own: declared, filled, asked, built, and found by access paths', async () => {
  await using folder = await temporaryDirectory();
  const index = join(folder.path, 'podcasts');
  const file = join(folder.path, 'episodes.csv');
  await writeFile(file, episodes(400));
  const tables = [podcasts];
  await using engine = await openEngine({ index, tables, ...quick });

  expect(engine.snapshotId).toBe('');
  await expect(engine.query('SELECT 1 FROM episodes')).rejects.toMatchObject({ code: 'index_missing' });

  expect(await engine.add(file)).toMatchObject({ changed: true, files: [{ accepted: 400, refused: 0 }] });
  expect(engine.snapshotId).not.toBe('');
  const unbuilt = await answers(engine);
  expect(unbuilt.map(({ length }) => length)).toEqual([1, 80, 133, 5, 5, 6, 5]);
  expect((await engine.explain(questions['key-rows'])).routes).toMatchObject([{ via: 'base files' }]);

  const { tables: built } = await buildIndex({ index, tables, smallTables: true });
  expect(built).toMatchObject([{ table: 'own.episodes', built: 'main' }]);
  await engine.refresh();
  expect(await answers(engine)).toEqual(unbuilt);
  for (const [path, sql] of Object.entries(questions)) {
    const { rules } = await engine.explain(sql);
    // Over so few rows the native scan costs least; what the others found is told all the same.
    const outcome = rules.find(({ rule }) => rule === path);
    expect(
      outcome?.fired === true || /costs more than/.test(outcome?.note ?? ''),
      `${path}: ${outcome?.note}`,
    ).toBe(true);
  }

  const schema = await engine.schema();
  expect(schema).toMatchObject({
    platform: 'own',
    tables: [{ name: 'episodes', rowCount: 400 }, { name: 'removals' }],
  });
  for (const example of schema.tables[0]?.examples ?? []) await (await engine.query(example)).toArray();
});

test('an index is opened without the descriptions of its tables, and says what is missing', async () => {
  await using folder = await temporaryDirectory();
  const index = join(folder.path, 'podcasts');
  const file = join(folder.path, 'episodes.csv');
  await writeFile(file, episodes(3));
  {
    await using engine = await openEngine({ index, tables: [podcasts], ...quick });
    await engine.add([file], { table: 'episodes' });
    await expect(engine.query('SELECT * FROM videos')).rejects.toMatchObject({
      code: 'sql_unknown_table',
      hint: 'The table exists on the platform shortvideo: query that platform',
    });
    await expect(engine.query('SELECT * FROM videos', { platform: 'own' })).rejects.not.toHaveProperty(
      'hint',
      expect.any(String),
    );
    await expect(engine.query('SELECT show FROM episodes')).rejects.toMatchObject({
      code: 'sql_syntax_error',
      hint: '"show" is an SQL keyword: quote it to use it as a name: "show"',
      sql: [{ near: 'show', hint: expect.any(String) }],
    });
    await expect(engine.add(join(folder.path, 'none.csv'))).rejects.toMatchObject({ code: 'file_missing' });
  }
  await using engine = await openEngine({ index, ...quick });
  await expect(engine.query('SELECT * FROM Episodes')).rejects.toMatchObject({
    code: 'sql_unknown_table',
    hint: 'The index contains a table "own.episodes" without a description: pass its description with the option "tables" of openEngine or --catalog FILE of the command',
  });
  expect(await (await engine.query('SELECT count(*) AS n FROM videos')).toArray()).toEqual([{ n: 0 }]);
});
