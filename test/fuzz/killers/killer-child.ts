/**
 * Runs statements, one after the other, in a database like that of a query process, and says how each ended. A statement
 * that ends the process says nothing.
 */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { endsDatabase } from '@sdq/duckdb';
import { InProcessRunner } from '../../../packages/core/src/backends/duckdb/execute/in-process-runner.ts';
import type { RunnablePlan } from '../../../packages/core/src/backends/duckdb/runnable-plan.ts';

export interface Ran {
  readonly end: 'rows' | 'error' | 'invalidated' | 'stuck';
  readonly message: string;
}

const [directory = '', videos = ''] = process.argv.slice(2);
const timeoutMs = 300;
const limits = { rowsMax: 1_000, bytesMax: 4_000_000, timeoutMs };
const tell = (ran: Ran) => process.send?.(ran);

const runner = await InProcessRunner.open({
  directories: [directory],
  threads: 1,
  memoryBytesMax: 2 ** 28,
  concurrency: 1,
  temporaryDirectory: mkdtempSync(join(directory, '../spill-')),
  onStuck: () => {
    tell({ end: 'stuck', message: '' });
    process.kill(process.pid, 'SIGKILL');
  },
});

process.on('message', (sql: string) => void run(sql));
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.send?.('ready');

async function run(sql: string): Promise<void> {
  const plan = {
    sql,
    parameters: [],
    views: [{ name: 'videos', relation: videos }],
    attachments: [],
    attempts: [],
  } as unknown as RunnablePlan;
  try {
    const stream = await runner.start(plan, limits, undefined);
    for await (const _ of stream.bytes('ndjson', { columns: stream.columns } as never));
    tell({ end: 'rows', message: '' });
  } catch (error) {
    const isEnding = endsDatabase(error) && !(await runner.isUsable());
    tell({ end: isEnding ? 'invalidated' : 'error', message: String(error).slice(0, 2_000) });
  }
}
