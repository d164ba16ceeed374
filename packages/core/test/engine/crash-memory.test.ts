import { AppError } from '@sdq/contract';
import { expect, test } from 'vitest';
import { queryCrashedEngine } from '../../src/backend/stream-errors.ts';
import { CrashMemory } from '../../src/engine/crash-memory.ts';

const asked = { tenant: 'a', text: 'SELECT 1', parameters: [1n], snapshotId: 's' };

test('a query that ended a process is refused for an hour: the same tenant, text, parameters and snapshot', () => {
  let now = 0;
  const memory = new CrashMemory(() => now);
  memory.note(asked, new AppError('query_memory_exceeded', 'Too much'));
  memory.note(asked, new Error('other'));
  memory.refuseKnown(asked);
  memory.note(asked, queryCrashedEngine());
  const refused = expect.objectContaining({ code: 'query_crashed_engine', retryable: false });
  expect(() => memory.refuseKnown({ ...asked })).toThrow(refused);
  for (const other of [
    { tenant: 'b' },
    { tenant: null },
    { text: 'SELECT  1' },
    { parameters: [2n] },
    { parameters: undefined },
    { snapshotId: 't' },
  ])
    memory.refuseKnown({ ...asked, ...other });
  now += 3_599_000;
  expect(() => memory.refuseKnown(asked)).toThrow(refused);
  now += 2_000;
  memory.refuseKnown(asked);
});

test('it holds few digests: the oldest go first', () => {
  const memory = new CrashMemory();
  for (let at = 0; at <= 10_000; at++) memory.note({ ...asked, text: `SELECT ${at}` }, queryCrashedEngine());
  memory.refuseKnown({ ...asked, text: 'SELECT 0' });
  expect(() => memory.refuseKnown({ ...asked, text: 'SELECT 1' })).toThrow();
});
