import { expect, test } from 'vitest';
import { bombs } from './bombs.ts';
import { measureBombs } from './measure-bombs.ts';

/** `npm run chaos -- bombs` sets off all; here one of each kind: planning, memory beside DuckDB's accounting, and work that ignores its interrupt. */
const few = ['14 split_part', 'repeat of every caption', 'list_reduce of 30 million', 'three tables crossed'];

test('a bomb ends with a clear error, and all queries beside it are answered', async () => {
  const memoryBytesMax = 2 ** 28;
  const chosen = bombs.filter(({ name }) => few.includes(name));
  const results = await measureBombs(chosen, { timeoutMs: 500, memoryBytesMax, rows: 2_000 });
  expect(results).toHaveLength(chosen.length);
  for (const { name, end, besideCount, dataBytesMax } of results) {
    expect(end, name).not.toBe('error of the engine');
    // A query beside it that failed would have failed this test.
    expect(besideCount, name).toBeGreaterThanOrEqual(100);
    expect(dataBytesMax, name).toBeLessThanOrEqual(memoryBytesMax + 2 ** 30);
  }
}, 240_000);
