import { expect, test } from 'vitest';
import { Database } from '../src/database.ts';
import { endsDatabase, isEndedByOther, isInterrupt, isOutOfMemory } from '../src/engine-failure.ts';

const json = (type: string, message = 'Something') =>
  new Error(JSON.stringify({ exception_type: type, exception_message: message }));

/** What a failure is taken for. */
function kindsOf(error: unknown): string[] {
  const kinds = { isInterrupt, endsDatabase, isEndedByOther, isOutOfMemory };
  return Object.entries(kinds).flatMap(([kind, is]) => (is(error) ? [kind] : []));
}

test.each<[string, unknown, string[]]>([
  ['an interrupt', json('INTERRUPT', 'Interrupted!'), ['isInterrupt']],
  ['an interrupt as text', new Error('INTERRUPT Error: Interrupted!'), ['isInterrupt']],
  ['an internal error', json('INTERNAL'), ['endsDatabase']],
  [
    'a query of a spoiled instance',
    new Error('FATAL Error: Failed: database has been invalidated because of a previous fatal error.'),
    ['endsDatabase', 'isEndedByOther'],
  ],
  ['too little memory', json('Out of Memory', 'could not allocate block'), ['isOutOfMemory']],
  ['too little memory, of another type', json('IO', 'Failed to allocate 8 bytes'), ['isOutOfMemory']],
  ['memory as text', new Error('Out of Memory Error: the query process had none left'), ['isOutOfMemory']],
  ['too little memory of Node', new RangeError('Array buffer allocation failed'), ['isOutOfMemory']],
  ['a failed allocation inside', json('INTERNAL', 'std::bad_alloc'), ['endsDatabase', 'isOutOfMemory']],
  ['any other failure', json('Binder', 'No such column'), []],
  ['what is no error', 'INTERRUPT Error: Interrupted!', []],
])('%s', (_, error, kinds) => {
  expect(kindsOf(error)).toEqual(kinds);
});

test.each([true, false])(
  'values of a query make no other failure of it, errors as JSON: %s',
  async (asJson) => {
    await using database = await Database.open({ threads: 1 });
    const connection = await database.connect();
    await connection.run(`SET GLOBAL errors_as_json = ${asJson}`);
    for (const value of [
      'INTERRUPT',
      'database has been invalidated',
      'Fatal',
      'out of memory',
      'bad_alloc',
    ]) {
      const error: unknown = await connection.run(`SELECT '${value}'::INTEGER`).catch((reason) => reason);
      expect(String(error)).toContain(value);
      expect(kindsOf(error)).toEqual([]);
    }
    connection.closeSync();
  },
);

test('what DuckDB throws when it is interrupted is told as that', async () => {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const run = connection.run(
    'SELECT count(*) FROM range(10000000) a, range(1000000) b WHERE a.range = -b.range',
  );
  const interrupting = setInterval(() => connection.interrupt(), 20);
  const error: unknown = await run.catch((reason) => reason);
  clearInterval(interrupting);
  connection.closeSync();
  expect(kindsOf(error)).toEqual(['isInterrupt']);
});
