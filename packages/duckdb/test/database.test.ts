import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Database } from '../src/database.ts';

const sort = 'SELECT hash(i) AS h, hash(i + 1) AS g FROM range(5000000) AS r(i) ORDER BY h';

it('spills nowhere without a directory for it', async () => {
  await using database = await Database.open({ threads: 1, memoryBytesMax: 32 * 2 ** 20 });
  const connection = await database.connect();
  const sorted = connection.run(`CREATE TABLE sorted AS ${sort}`);
  await expect(sorted).rejects.toThrow(/memory/i);
  connection.closeSync();
  expect(existsSync('.tmp')).toBe(false);
});
