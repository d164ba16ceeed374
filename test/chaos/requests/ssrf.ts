import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { dirname } from 'node:path';
import { makePlace } from '../service/place.ts';
import { startServiceProcess } from '../service/service-process.ts';
import { traceCalls } from './trace-calls.ts';

export interface SsrfResult {
  addresses: number;
  byStatus: Record<string, number>;
  /** Connections that reached the listener the addresses lead to. */
  connections: number;
  /** Connections that the service asked the kernel for while it answered; null where that cannot be seen. */
  connectCalls: number | null;
}

const endpoints = ['photo/post?code_or_url', 'micro/post?tweet_id_or_url'] as const;

/** Ways of writing this machine, and others that a service must never be sent to. */
const hostsOf = (port: number): string[] => [
  `127.0.0.1:${port}`,
  `localhost:${port}`,
  `localhost.:${port}`,
  `[::1]:${port}`,
  `[::ffff:127.0.0.1]:${port}`,
  `0.0.0.0:${port}`,
  `0:${port}`,
  `127.1:${port}`,
  `2130706433:${port}`,
  `0x7f000001:${port}`,
  `0177.0.0.1:${port}`,
  `127.0.0.1.nip.io:${port}`,
  `①②⑦.⓪.⓪.①:${port}`,
  `ⓛocalhost:${port}`,
  '169.254.169.254',
  '[fd00:ec2::254]',
  '10.0.0.1',
  'metadata.google.internal',
  `x.com:${port}`,
  `x.com@127.0.0.1:${port}`,
  `x.com:x@127.0.0.1:${port}`,
  `127.0.0.1:${port}#@x.com`,
  `127.0.0.1:${port}\\@x.com`,
  `127.0.0.1:${port}?x.com`,
  `x.com.127.0.0.1.nip.io:${port}`,
  `x.com%2f127.0.0.1:${port}`,
  `xn--x-0ga.com:${port}`,
  'х.com', // a Cyrillic letter
  `instagram.com.evil.example:${port}`,
];
const schemes = [
  'http://',
  'https://',
  '//',
  'HTTP://',
  'ftp://',
  'file://',
  'gopher://',
  'http:\\\\',
  'http:/',
  'javascript://',
  'unix:',
];
const paths = ['/p/Cabcdefghi/', '/a/status/1234567890', '/redirect?to=https://x.com/a/status/1'];

/** Addresses of records that lead elsewhere are read, and nothing is ever connected to. */
export async function ssrf(options: { rounds: number; signal?: AbortSignal }): Promise<SsrfResult> {
  let connections = 0;
  const listener = createServer((socket) => {
    connections++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  await using place = await makePlace();
  const trace = traceCalls(dirname(place.index));
  const byStatus: Record<string, number> = {};
  let addresses = 0;
  let connectCalls: number | null = null;
  try {
    await using service = await startServiceProcess(place, trace?.wrapper);
    const before = trace === null ? 0 : connectsIn(trace.calls());
    const { port } = listener.address() as AddressInfo;
    const all = hostsOf(port).flatMap((host) =>
      schemes.flatMap((scheme) => paths.map((path) => scheme + host + path)),
    );
    for (let round = 0; round < options.rounds; round++) {
      for (const address of round === 0 ? all.filter((_each, at) => at % 9 === 0) : all) {
        options.signal?.throwIfAborted();
        for (const endpoint of endpoints) {
          const url = `${service.url}/api/${endpoint}=${encodeURIComponent(address)}`;
          const answer = await fetch(url, { headers: { authorization: `Bearer ${place.key}` } });
          await answer.arrayBuffer();
          addresses++;
          byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1;
        }
      }
    }
    if (trace !== null) connectCalls = connectsIn(trace.calls()) - before;
  } finally {
    listener.close();
  }
  return { addresses, byStatus, connections, connectCalls };
}

function connectsIn(calls: readonly string[]): number {
  return calls.filter((call) => call.includes('connect(')).length;
}
