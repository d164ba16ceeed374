import { expect, test } from 'vitest';
import { Database } from '../src/database.ts';
import { isInterrupt } from '../src/engine-failure.ts';
import { interruptOnAbort } from '../src/interrupt-on-abort.ts';

const long = 'SELECT sum(a.i * b.i) FROM range(1000000) a(i), range(1000000) b(i)';

test('an abort interrupts what runs, and nothing once it is disposed', async () => {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const stop = new AbortController();
  {
    using _interruption = interruptOnAbort(connection, stop.signal);
    setTimeout(() => stop.abort(), 50);
    const error = await connection.run(long).catch((cause: unknown) => cause);
    expect(isInterrupt(error)).toBe(true);
  }
  const later = new AbortController();
  {
    using _interruption = interruptOnAbort(connection, later.signal);
  }
  connection.closeSync();
  later.abort();
  using _none = interruptOnAbort(connection, undefined);
});
