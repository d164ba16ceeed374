import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Accounts, openAccounts } from '@sdq/accounts';
import { type Engine, openEngine, type QueryResult } from '@sdq/core';
import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unlimited, writeIndex } from '../../../test/support/test-service.ts';
import { isMissing } from '../../../test/support/tools.ts';
import { type Service, startService } from '../src/index.ts';

const run = promisify(execFile);

let directory: string;
let engine: Engine;
let accounts: Accounts;
let service: Service;
let accountId: string;
let key: string;
/** Bytes that the engine has handed out for the query that began last. */
let bytesHandedOut = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sdq-sockets-'));
  const index = join(directory, 'index');
  await writeIndex(index);
  engine = await openEngine({ index, threads: 2, processes: 1, refreshMs: 0, cacheBytesMax: 0 });
  accounts = await openAccounts({ directory: join(directory, 'accounts') });
  const { account } = await accounts.createAccount({
    name: 'Socket',
    email: 's@example.org',
    balanceUnits: 10_000_000,
  });
  ({ accountId } = account);
  ({ key } = await accounts.createKey(accountId, { name: 'sockets' }));
  service = await startService({
    engine: counted(engine),
    accounts,
    host: '127.0.0.1',
    port: 0,
    limits: unlimited,
  });
});
afterAll(async () => {
  await service.close();
  await engine.close();
  await accounts.close();
  await rm(directory, { recursive: true, force: true });
});

/** The same engine; what its results hand out is counted. */
function counted(real: Engine): Engine {
  return new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'query') return value.bind(target) as unknown;
      return async (...args: Parameters<Engine['query']>) => countedResult(await target.query(...args));
    },
  });
}

function countedResult(result: QueryResult): QueryResult {
  bytesHandedOut = 0;
  return new Proxy(result, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'bytes') return value.bind(target) as unknown;
      return async function* (...args: Parameters<QueryResult['bytes']>) {
        for await (const part of target.bytes(...args)) {
          bytesHandedOut += part.byteLength;
          yield part;
        }
      };
    },
  });
}

/** 200 MB of NDJSON. */
const large = {
  query: "SELECT a.play_count AS n, repeat('x', 2000) AS pad FROM videos AS a, range(20)",
  limit: 100_000,
  format: 'ndjson',
};
/** The same in hexadecimal digits that no coder knows. */
const incompressible = `SELECT array_to_string(list_transform(range(60),
  x -> md5((a.play_count * 10000 + b.range * 100 + x)::VARCHAR)), '') AS pad FROM videos AS a, range(20) AS b`;
/** Fails after some 17 MB. */
const failing = {
  query:
    "SELECT repeat('x', 200) AS pad, CASE WHEN i < 80000 THEN 1 ELSE CAST('bad' || i AS INTEGER) END AS n FROM range(90000) AS r(i)",
  limit: 90_000,
};

/** Sends a request and reads nothing of its answer yet. */
function open(body: object, headers = ''): Socket {
  const { hostname, port } = new URL(service.url);
  const text = JSON.stringify(body);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.pause();
  socket.on('error', () => {}); // its end is asked for by other means
  socket.write(
    `POST /api/shortvideo/sql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${headers}` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  return socket;
}

/** Waits until a figure above 0 has been the same for a while. */
async function settled(figure: () => number): Promise<number> {
  let last = -1;
  for (let same = 0; same < 10; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    same = figure() === last && last > 0 ? same + 1 : 0;
    last = figure();
  }
  return last;
}

const queriesRunning = () => engine.status().queriesRunning;
const lastLine = async () => (await accounts.listUsage(accountId, { limit: 1 }))[0];
const untilIdle = async () => {
  await expect.poll(queriesRunning, { timeout: 10_000, interval: 5 }).toBe(0);
  await expect
    .poll(async () => (await accounts.findAccount(accountId))?.reservedUnits, { timeout: 10_000 })
    .toBe(0);
};

describe('a reader', () => {
  test.each([
    ['as it is', '', 24],
    ['compressed', 'Accept-Encoding: gzip\r\n', 48],
  ])(
    'that reads slowly holds a few MB of its answer, and the engine waits for it: %s',
    async (_, headers, megabytesMax) => {
      // what the sockets' buffers hold is the system's
      const bytesMax = megabytesMax * 2 ** 20;
      const socket = open(headers === '' ? large : { ...large, query: incompressible }, headers);
      const inFlight = await settled(() => bytesHandedOut);
      expect(inFlight).toBeLessThan(bytesMax);
      expect(queriesRunning()).toBe(1);
      let bytesRead = 0;
      socket.on('data', (part) => {
        bytesRead += part.length;
        socket.pause();
        setTimeout(() => socket.resume(), 2);
      });
      socket.resume();
      await expect.poll(() => bytesHandedOut, { timeout: 20_000 }).toBeGreaterThan(inFlight);
      if (headers === '') expect(bytesHandedOut - bytesRead).toBeLessThan(bytesMax);
      socket.destroy();
      await untilIdle();
    },
    40_000,
  );

  test('that leaves in mid-stream ends the query, and pays for the rows sent', async () => {
    const socket = open(large);
    let bytesRead = 0;
    socket.on('data', (part) => {
      bytesRead += part.length;
      if (bytesRead > 30 * 2 ** 20) socket.destroy();
    });
    socket.resume();
    await once(socket, 'close');
    await untilIdle();
    await expect.poll(async () => (await lastLine())?.delivered, { timeout: 5_000 }).toBe(false);
    const line = await lastLine();
    expect(line?.state).toBe('settled');
    const bytesCharged = (line?.records ?? 0) * 2_000;
    expect(line?.units).toBe(line?.records);
    expect(bytesCharged).toBeGreaterThan(16 * 2 ** 20);
    expect(bytesCharged).toBeLessThan(bytesHandedOut);
    expect(bytesHandedOut).toBeLessThan(190 * 2 ** 20);
  }, 40_000);

  test('that leaves before the first row ends the query, and pays nothing', async () => {
    const query = 'SELECT count(*) AS n FROM videos AS a, videos AS b, videos AS c WHERE a.author < b.author';
    for (const format of ['json', 'ndjson']) {
      const socket = open({ query, format });
      await expect.poll(queriesRunning, { timeout: 10_000, interval: 5 }).toBe(1);
      socket.destroy();
      await untilIdle();
      expect(await lastLine()).toMatchObject({ state: 'released', errorCode: 'query_cancelled', units: 0 });
    }
  });
});

describe('a stream that fails in its middle', () => {
  test.each(['ndjson', 'csv', 'arrow'])(
    '%s: no reader takes it for whole, and the rows sent are paid',
    async (format) => {
      for (const encoding of ['identity', 'gzip', 'zstd']) {
        const answer = await fetch(`${service.url}/api/shortvideo/sql`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            'accept-encoding': encoding,
          },
          body: JSON.stringify({ ...failing, format }),
        });
        expect(answer.status).toBe(200);
        await expect(answer.arrayBuffer()).rejects.toThrow();
        await untilIdle();
        const line = await lastLine();
        expect(line).toMatchObject({
          state: 'settled',
          delivered: false,
          errorCode: 'sql_conversion_error',
        });
        expect(line?.records).toBeGreaterThan(0);
        expect(line?.units).toBe(line?.records);
      }
    },
  );
});

describe.skipIf(isMissing('curl'))('curl', () => {
  const curl = async (body: object, ...args: string[]) =>
    await run(
      'curl',
      [
        '-sS',
        '-H',
        `Authorization: Bearer ${key}`,
        '--json',
        JSON.stringify(body),
        ...args,
        `${service.url}/api/shortvideo/sql`,
      ],
      { maxBuffer: 2 ** 28 },
    );

  test('reads a stream, also compressed, and its trailers', async () => {
    const body = { query: 'SELECT play_count AS n FROM videos ORDER BY n', limit: 5_000, format: 'csv' };
    for (const args of [[], ['--compressed']]) {
      const { stdout } = await curl(body, ...args);
      expect(stdout.trim().split(/\r?\n/)).toHaveLength(5_001);
    }
    const { stdout } = await curl({ ...body, limit: 3 }, '-i');
    expect(stdout).toMatch(/^trailer: X-Cost, X-Row-Count, X-Truncated, X-Repeat-Of\r$/im);
  });

  test('fails on a stream that fails', async () => {
    for (const args of [[], ['--compressed']]) {
      await expect(curl({ ...failing, format: 'ndjson' }, ...args)).rejects.toMatchObject({
        code: expect.any(Number),
        stderr: expect.stringMatching(/curl: \(\d+\)/),
      });
    }
  });
});

describe('fetch', () => {
  const ask = async (body: object) =>
    await fetch(`${service.url}/api/shortvideo/sql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('reads NDJSON row by row while the query runs', async () => {
    const answer = await ask(large);
    const lines = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream());
    let text = '';
    for await (const part of lines) {
      text += part;
      if (text.length > 100_000) break;
    }
    expect(JSON.parse(text.slice(0, text.indexOf('\n')))).toMatchObject({ pad: 'x'.repeat(2_000) });
    await untilIdle();
  });

  test('and flechette read an Arrow stream', async () => {
    const query =
      'SELECT video_id, play_count, like_count, hashtags, create_time FROM videos ORDER BY play_count';
    const answer = await ask({ query, limit: 5_000, format: 'arrow' });
    const table = tableFromIPC(new Uint8Array(await answer.arrayBuffer()), {
      useBigInt: true,
      useDate: true,
    });
    expect(table.numRows).toBe(5_000);
    expect(table.names).toEqual(['video_id', 'play_count', 'like_count', 'hashtags', 'create_time']);
    expect(table.at(4_998)).toMatchObject({
      video_id: '7000000000000004999',
      play_count: 4_999n,
      like_count: 9_007_199_254_745_992n,
      create_time: new Date('2026-03-01T01:23:19Z'),
    });
    expect([...(table.at(0).hashtags as Iterable<string>)]).toEqual(['dance', 'tag1']);
    expect(table.at(9).like_count).toBeNull();
  });
});
