import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clickhouseBackend, initCluster } from '@sdq/clickhouse';
import { openEngine } from '@sdq/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSupported, versionMin } from '../../src/client/supported-version.ts';

/** A node of an older version, which packages for Node.js cannot bring: all that is asked of it is its version. */
let old: Server;
let url: string;
const asked: string[] = [];
beforeAll(async () => {
  old = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    asked.push(Buffer.concat(parts).toString());
    response.end('{"version":"24.8.14.39"}\n');
  });
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(old.address() as AddressInfo).port}`;
});
afterAll(() => old.close());

const refusal = {
  code: 'cluster_refused',
  message: expect.stringContaining(`runs ClickHouse 24.8.14.39, and ${versionMin} or later is needed`),
};

test('a node that is too old is refused before anything is written to it', async () => {
  await expect(initCluster({ urls: [url] })).rejects.toMatchObject(refusal);
  expect(asked).toEqual([expect.stringContaining('SELECT version()')]);
});

test('a service does not start on one', async () => {
  const opening = openEngine({ index: 'unused', backend: clickhouseBackend({ urls: [url] }) });
  await expect(opening).rejects.toMatchObject(refusal);
});

test.each([
  ['26.7.1.1', true],
  ['26.10.2.5', true],
  ['27.1.1.1', true],
  ['26.6.9.9', false],
  ['18.16.1', false],
  ['unknown', false],
])('%s: %s', (version, expected) => expect(isSupported(version)).toBe(expected));
