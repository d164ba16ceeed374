import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const mebibyte = 2 ** 20;

describe('what a listener in a process of its own may take', () => {
  let child: ChildProcess;
  let config: pg.ClientConfig;
  beforeAll(async () => {
    child = fork(join(import.meta.dirname, 'service-process.ts'), {
      execArgv: ['--conditions=@sdq/source', '--expose-gc'],
    });
    const [{ port, key, keyId }] = (await once(child, 'message')) as [Record<string, never>];
    config = { host: '127.0.0.1', port, user: keyId, password: key, database: 'shortvideo' };
  });
  afterAll(async () => {
    child.disconnect();
    if (child.exitCode === null) await once(child, 'exit');
  });

  const ask = async <Answer>(what: string): Promise<Answer> => {
    child.send(what);
    return ((await once(child, 'message')) as [Answer])[0];
  };
  const connect = async () => {
    const client = new pg.Client(config);
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const connected = (count: number) => Promise.all(Array.from({ length: count }, connect));
  const ended = (clients: readonly pg.Client[]) => Promise.all(clients.map((client) => client.end()));
  /** The least of some measurements: what is taken lastingly, without what is about to be freed. */
  const memory = async () => {
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 5; time++) {
      least = Math.min(least, await ask<number>('memory'));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return least;
  };

  test('256 idle connections take at most 64 MB', async () => {
    // code that is compiled, and pools that grow once, are not of the connections
    const first = await connected(64);
    for (const client of first) await client.query('SELECT 1 AS x');
    await ended(first);
    const before = await memory();
    const idle = await connected(256);
    const grown = (await memory()) - before;
    await ended(idle);
    expect(grown).toBeLessThan(64 * mebibyte);
  });

  test('a cursor over 500,000 rows of 100 MB is read in flat memory', async () => {
    const client = await connect();
    await client.query('SET sdq.limit = 1000000');
    const read = async (rows: number) => {
      await client.query('BEGIN');
      await client.query(
        `DECLARE c CURSOR FOR SELECT i, repeat('x', 200) AS text FROM range(${rows}) AS r(i)`,
      );
      let [fetched, peak] = [0, 0];
      for (let count = -1; count !== 0; ) {
        count = (await client.query('FETCH 5000 FROM c')).rowCount ?? 0;
        fetched += count;
        if (fetched % 50_000 === 0) peak = Math.max(peak, await ask<number>('memory'));
      }
      await client.query('COMMIT');
      return { fetched, peak };
    };
    const small = await read(100_000);
    const large = await read(500_000);
    expect([small.fetched, large.fetched]).toEqual([100_000, 500_000]);
    expect(large.peak - small.peak).toBeLessThan(32 * mebibyte);
    await client.end();
  });

  test('who does not read a result is cut off, pays for what was sent at most, and takes no memory for the rest', async () => {
    const client = await connect();
    await client.query("SET sdq.limit = 1000000; SET client_min_messages = 'warning'");
    const { chargedUnits } = await ask<{ chargedUnits: number }>('ledger');
    const before = await memory();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    void client.query("SELECT i, repeat('x', 500) FROM range(400000) AS r(i)").catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    stream.pause();
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    expect((await memory()) - before).toBeLessThan(96 * mebibyte);
    // the reservation is held until the client is cut off
    const state = async () => await ask<{ reservedUnits: number; chargedUnits: number }>('ledger');
    await expect.poll(async () => (await state()).reservedUnits, { timeout: 30_000, interval: 500 }).toBe(0);
    const charged = (await state()).chargedUnits - chargedUnits;
    expect(charged).toBeLessThan(400_000);
    stream.destroy();
  }, 60_000);

  test('the ledger balances', async () => {
    const { balanceUnits, chargedUnits, ...rest } = await ask<Record<string, number>>('ledger');
    expect(rest).toEqual({ disagreements: [], reservedUnits: 0 });
    expect((balanceUnits ?? 0) + (chargedUnits ?? 0)).toBe(1_000_100_000);
  });
});
