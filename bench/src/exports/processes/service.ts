/** The engine behind a minimal HTTP server: an export as a client sees it, without the overhead of the full service. */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ResultFormat } from '@sdq/contract';
import { openEngine } from '@sdq/core';
import { startCpuClock } from '../../measure/cpu-time.ts';
import { peakMemory, resetPeakMemory } from '../../measure/peak-memory.ts';
import { answerCalls } from './messages.ts';

const index = process.env.INDEX ?? '';
const memoryBytesMax = 512 * 2 ** 20;
const timeoutMs = 600_000;

const engine = await openEngine({
  index,
  threads: 2,
  memoryBytesMax,
  cacheBytesMax: 0,
  refreshMs: 0,
  processes: 1,
});
const cpuMs = startCpuClock();
const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/healthz') return response.end('ok');
  try {
    const query = await engine.query(url.searchParams.get('sql') ?? '', { timeoutMs });
    for await (const part of query.bytes((url.searchParams.get('format') ?? 'arrow') as ResultFormat)) {
      if (!response.write(part, () => free(part))) await drained(response);
    }
    response.end();
  } catch (error) {
    response.destroy(error as Error);
  }
});
await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));

function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) throw new Error('the reader left');
  await new Promise<void>((settle) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      settle();
    };
    response.on('drain', go).on('close', go);
  });
  if (response.destroyed) throw new Error('the reader left');
}

answerCalls({
  async port() {
    return (server.address() as AddressInfo).port;
  },
  async cpuMs() {
    return cpuMs();
  },
  async resetPeak() {
    resetPeakMemory();
  },
  async peak() {
    return peakMemory().treeBytes;
  },
});
