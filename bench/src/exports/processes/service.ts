/** The engine behind a bare HTTP server: what a client sees of an export, without a service's own work. */

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import type { ResultFormat } from '@sdq/contract';
import { openEngine, openSnapshot, tablesOf } from '@sdq/core';
import { admit, Executor, Parser, plan, resolve } from '@sdq/core/stages';
import { cpuTimeMs } from '../../measure/cpu-time.ts';
import { peakMemory, resetPeakMemory } from '../../measure/peak-memory.ts';
import { answerCalls, type ExportCost } from './messages.ts';

const index = process.env.INDEX ?? '';
const memoryBytesMax = 512 * 2 ** 20;
const rowsMax = 1_000_000;
const timeoutMs = 600_000;

const engine = await openEngine({
  index,
  threads: 2,
  memoryBytesMax,
  cacheBytesMax: 0,
  refreshMs: 0,
  processes: 1,
});
const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/healthz') return response.end('ok');
  try {
    const query = await engine.query(url.searchParams.get('sql') ?? '', { timeoutMs });
    for await (const part of query.bytes((url.searchParams.get('format') ?? 'arrow') as ResultFormat)) {
      if (!response.write(part)) await drained(response);
    }
    response.end();
  } catch (error) {
    response.destroy(error as Error);
  }
});
await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));

async function drained(response: NodeJS.EventEmitter): Promise<void> {
  await new Promise<void>((settle, reject) => {
    response.once('drain', settle);
    response.once('close', () => reject(new Error('the reader left')));
  });
}

answerCalls({
  async port() {
    return (server.address() as AddressInfo).port;
  },
  async cpuMs() {
    return cpuTimeMs();
  },
  async resetPeak() {
    resetPeakMemory();
  },
  async peak() {
    return peakMemory().treeBytes;
  },
  /** The same query, its chunks fetched and dropped in this process. */
  async discard({ sql }): Promise<ExportCost> {
    const temporaryDirectory = await mkdtemp(join(tmpdir(), 'sdq-bench-'));
    await using parser = await Parser.open();
    await using executor = await Executor.open({
      directories: [resolvePath(index, 'data')],
      threads: 2,
      memoryBytesMax,
      temporaryDirectory,
      slots: 2,
    });
    const tables = tablesOf('shortvideo').map(({ name }) => name);
    const statement = await parser.parse(String(sql), undefined, { tables });
    const snapshot = await openSnapshot(index);
    const planned = plan(resolve(admit(statement, { tables }), 'shortvideo'), snapshot, { rowsMax });
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const chunks = await executor.start(planned, { timeoutMs, signal: undefined });
    let firstMs = Number.NaN;
    for (let chunk = await chunks.next(); chunk !== null; chunk = await chunks.next()) {
      if (Number.isNaN(firstMs)) firstMs = performance.now() - startedAt;
      chunks.release(chunk);
    }
    chunks.close();
    const wallMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    await rm(temporaryDirectory, { recursive: true, force: true });
    return { cpuMs: (user + system) / 1000, wallMs, bytes: 0, firstMs };
  },
});
