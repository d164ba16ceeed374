import { DuckDBConnection } from '@duckdb/node-api';
import { videos } from '@sdq/catalog';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changeRows } from '../../../../test/support/change-rows.ts';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { ProcessRunner } from '../../src/backends/duckdb/process/process-runner.ts';
import { buildIndex } from '../../src/backends/duckdb/segments/build-index.ts';
import { openEngine } from '../../src/engine/open-engine.ts';

const questions = [
  'SELECT count(*) AS n FROM videos WHERE play_count > 500',
  "SELECT date_trunc('month', create_time) AS month, count(*) AS n, sum(play_count) AS plays FROM videos GROUP BY ALL ORDER BY ALL",
  "SELECT video_id, play_count FROM videos WHERE list_contains(hashtags, 'tag3') ORDER BY create_time DESC, video_id LIMIT 5",
  "SELECT * FROM videos WHERE author = 'user3' ORDER BY create_time DESC, video_id LIMIT 20",
  'SELECT region, max(play_count) AS most FROM videos GROUP BY region ORDER BY region',
];

async function built(root: string): Promise<void> {
  await writeSmallIndex(root, 3_000);
  await buildIndex({ index: root });
}

async function change(root: string, at: number): Promise<void> {
  await changeRows(root, videos, {
    written: `SELECT * REPLACE (play_count + ${at + 1} AS play_count) FROM living WHERE hash(video_id) % 50 = ${at}`,
  });
}

test('what recent queries read of changed rows is made before a snapshot is taken up', async () => {
  await using directory = await temporaryDirectory();
  await built(directory.path);
  await using engine = await openEngine({
    ...{ index: directory.path, isolation: 'in-process', refreshMs: 0, cacheBytesMax: 0 },
  });
  const ran = vi.spyOn(DuckDBConnection.prototype, 'run');
  onTestFinished(() => ran.mockRestore());
  const tablesMade = () => {
    const made = ran.mock.calls.filter(([sql]) => sql.startsWith('CREATE TABLE IF NOT EXISTS changes.'));
    ran.mockClear();
    return made.length;
  };
  const askAll = async () => {
    const answers = [];
    for (const sql of questions) answers.push(await (await engine.query(sql)).toArray());
    return answers;
  };
  await askAll();
  expect(tablesMade()).toBe(0);
  for (const at of [0, 1]) {
    await change(directory.path, at);
    await engine.refresh();
    expect(tablesMade()).toBeGreaterThan(1);
    const answers = await askAll();
    expect(tablesMade()).toBe(0);
    await using other = await openEngine({ index: directory.path, isolation: 'in-process', refreshMs: 0 });
    for (const [place, sql] of questions.entries())
      expect(await (await other.query(sql)).toArray()).toEqual(answers[place]);
    tablesMade();
  }
});

test('each query process is warmed', async () => {
  await using directory = await temporaryDirectory();
  await built(directory.path);
  await using engine = await openEngine({ index: directory.path, refreshMs: 0, cacheBytesMax: 0 });
  const started = vi.spyOn(ProcessRunner.prototype, 'start');
  onTestFinished(() => started.mockRestore());
  const ask = async () => (await (await engine.query(questions[3] ?? '')).toArray()).length;
  expect(await ask()).toBeGreaterThan(0);
  expect(started).not.toHaveBeenCalled();
  await change(directory.path, 0);
  await engine.refresh();
  // where masked rows are not known, a statement of DuckDB answers
  expect(await Promise.all([ask(), ask(), ask(), ask()])).not.toContain(0);
  expect(started).not.toHaveBeenCalled();
});
