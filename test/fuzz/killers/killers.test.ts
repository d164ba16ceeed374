import { expect, test } from 'vitest';
import { offeredOverloads } from './overloads.ts';
import { DisposableRunner, killerStatement, runKillers } from './run-killers.ts';

test('a seed gives the same statement each time, and seeds beside each other give others', async () => {
  const overloads = await offeredOverloads();
  const texts = () => Array.from({ length: 200 }, (_, seed) => killerStatement(seed, overloads));
  expect(texts()).toEqual(texts());
  expect(new Set(texts()).size).toBeGreaterThan(190);
});

test('what ends a process is told from what fails, and the next statement runs in a new process', async () => {
  await using runner = await DisposableRunner.open();
  const endOf = async (sql: string) => (await runner.run(sql)).end;
  expect(await endOf('SELECT count(*) FROM videos')).toBe('rows');
  expect(await endOf("SELECT 'a'::INTEGER")).toBe('error');
  const invalid = 'SELECT sum(i) OVER (ORDER BY i::VARIANT RANGE 1 PRECEDING) FROM range(3) r(i)';
  expect(await endOf(invalid)).toBe('invalidated');
  expect(await endOf("SELECT list_aggregate([1, i], 'bitstring_agg', 0, 30) FROM range(3000) r(i)")).toMatch(
    /^signal SIG/,
  );
  expect(await endOf('SELECT 1')).toBe('rows');
});

/** `npm run fuzz -- killers` runs as many as are wanted; these few tell whether it works at all. */
test('generated statements are admitted, run, and end no process', async () => {
  const summary = await runKillers({ statements: 60, seconds: 5, seed: 1 });
  expect(summary.admitted).toBeGreaterThan(0);
  expect(summary.answered).toBeGreaterThan(0);
  expect(summary.killers.filter(({ end }) => end !== 'stuck')).toEqual([]);
});
