import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import { openEngine } from '../../../../src/engine/open-engine.ts';
import { makeState } from './built-states.ts';
import { openIndex } from './open-index.ts';

/** What is sampled, as it stands in FROM and as a condition. */
const sampled = [
  { state: 'overlay', from: 'videos', where: 'true', turns: 120 },
  { state: 'deltas and an overlay', from: 'videos', where: 'true', turns: 120 },
  {
    state: 'overlay',
    from: "(SELECT * FROM videos WHERE list_contains(hashtags, 'tag1'))",
    where: "list_contains(hashtags, 'tag1')",
    turns: 120,
  },
  {
    state: 'overlay',
    from: '(SELECT video_id, description FROM videos AS v WHERE v.play_count > 300 AND is_ad)',
    where: 'play_count > 300 AND is_ad',
    turns: 120,
  },
  { state: 'overlay', from: 'videos', where: 'true', turns: 120, inOrder: true },
  { state: 'deltas and an overlay', from: 'videos', where: 'true', turns: 120, inOrder: true },
  {
    state: 'overlay',
    from: 'videos AS v WHERE v.play_count > 300 AND is_ad',
    where: 'play_count > 300 AND is_ad',
    turns: 120,
    inOrder: true,
  },
] as const;

test.each(sampled)(
  '$state: a sample of $from is of rows that are there, each once, and every row is as likely',
  async ({ state, from, where, turns, ...rest }) => {
    await using index = await openIndex((root) => makeState(root, state));
    const idsIn = (lines: readonly string[]) =>
      lines.map((line) => (JSON.parse(line) as { video_id: string }).video_id);
    const { lines } = await index.answer(`SELECT video_id FROM videos WHERE ${where}`, []);
    const all = new Set(idsIn(lines));
    const counts = new Map([...all].map((id) => [id, 0]));
    const size = 50;
    for (let turn = 0; turn < turns; turn++) {
      const sampled = 'inOrder' in rest ? `ORDER BY random() LIMIT ${size}` : `USING SAMPLE ${size} ROWS`;
      const { lines, plan } = await index.answer(`SELECT * FROM ${from} ${sampled}`, [], 'sample');
      expect(plan.rules.some(({ rule, fired }) => rule === 'sample' && fired)).toBe(true);
      const sample = idsIn(lines);
      expect(new Set(sample).size).toBe(size);
      for (const id of sample) counts.set(id, (counts.get(id) ?? Number.NaN) + 1);
    }
    expect(counts.size).toBe(all.size);
    // Chi-squared over all rows: its mean is about the number of rows, its deviation about the root of twice that.
    const expected = (turns * size) / all.size;
    const spread = (1 - size / all.size) * expected;
    const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / spread, 0);
    expect(Math.abs(chiSquared - all.size)).toBeLessThan(8 * Math.sqrt(2 * all.size));
  },
  120_000,
);

test('with deltas, rows are chosen by number, and a sample larger than what is there is all of it', async () => {
  await using index = await openIndex((root) => makeState(root, 'deltas'));
  const { lines: all } = await index.answer('SELECT count(*) AS n FROM videos', []);
  const countOf = async (size: number) =>
    await index.answer(`SELECT count(*) AS n FROM (FROM videos USING SAMPLE ${size} ROWS)`, [], 'sample');
  const few = await countOf(100);
  expect(few.lines).toEqual(['{"n":100}']);
  expect(few.attempt).toBe(0);
  expect((await countOf(5000)).lines).toEqual(all);
});

test('a sample larger than what is sampled is all of it', async () => {
  await using directory = await temporaryDirectory();
  await makeState(directory.path, 'whole');
  await using engine = await openEngine({
    index: directory.path,
    isolation: 'in-process',
    advisoryParser: false,
  });
  const result = await engine.query(
    'SELECT count(DISTINCT video_id) AS n FROM (FROM videos USING SAMPLE 5000 ROWS)',
  );
  expect(await result.toArray()).toEqual([{ n: 4_000 }]);
  const passing = await engine.query(
    `SELECT count(*) = (SELECT count(*) FROM videos WHERE is_ad) AS isAll
     FROM (SELECT * FROM (SELECT description FROM videos WHERE is_ad) USING SAMPLE 5000 ROWS)`,
  );
  expect(await passing.toArray()).toEqual([{ isAll: true }]);
});
