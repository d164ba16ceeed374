import { expect, test } from 'vitest';
import { KeptRows } from '../../src/embedded/kept-rows.ts';

const rowsOf = (snapshotId: string) => async () => ({ snapshotId, rows: [{ of: snapshotId }] });
const unread = () => Promise.reject(new Error('is read again'));

test('the first rows of a list are computed once for a snapshot, and again for the next one', async () => {
  const kept = new KeptRows();
  const list = ['shortvideo', 'SELECT 1', { seed: 'a' }];
  expect(await kept.of(list, 's1', rowsOf('s1'))).toEqual({ snapshotId: 's1', rows: [{ of: 's1' }] });
  expect((await kept.of([...list], 's1', unread)).rows).toEqual([{ of: 's1' }]);
  await expect(kept.of(['shortvideo', 'SELECT 1', { seed: 'b' }], 's1', unread)).rejects.toThrow(
    'read again',
  );
  expect((await kept.of(list, 's2', rowsOf('s2'))).rows).toEqual([{ of: 's2' }]);
  expect((await kept.of(list, 's2', unread)).rows).toEqual([{ of: 's2' }]);
  // nor is anything of an earlier snapshot held
  await expect(kept.of(list, 's1', unread)).rejects.toThrow('read again');
});

test('what could not be computed is not kept, and no more than 200 lists are', async () => {
  const kept = new KeptRows();
  await expect(kept.of('list', 's1', unread)).rejects.toThrow('read again');
  await kept.of('list', 's1', rowsOf('s1'));
  for (let other = 0; other < 200; other++) await kept.of(other, 's1', rowsOf('s1'));
  await expect(kept.of('list', 's1', unread)).rejects.toThrow('read again');
});
