import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '@sdq/accounts';
import { openEngine } from '@sdq/core';
import { startService } from '@sdq/server';
import { unlimited, videoRows, writeIndex } from '../../support/test-service.ts';

export interface SwapResult {
  swaps: number;
  /** Results read to their last page, and pages read in all. */
  results: number;
  pages: number;
  /** Results that a newer snapshot had been taken up under. */
  overtaken: number;
  /** Results of which pages were of different snapshots; with rows that were left out or came twice. */
  mixed: number;
  missed: number;
  /** Pages that were refused or failed. */
  failed: number;
}

const readers = 3;
const rowsPerPage = 900;

interface Page {
  data: { rows: [number, number][]; has_more: boolean; cursor: string | null };
}

/** Readers go through pages while snapshots are published under them, each with videos of another length. */
export async function swapUnderPages({
  swaps,
  signal,
}: {
  swaps: number;
  signal?: AbortSignal;
}): Promise<SwapResult> {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-swap-'));
  const index = join(directory, 'index');
  await writeIndex(index, 1);
  await using engine = await openEngine({ index, threads: 1, refreshMs: 5, isolation: 'in-process' });
  await using accounts = await openAccounts({ directory: join(directory, 'accounts') });
  const { account } = await accounts.createAccount({
    name: 'S',
    email: 's@example.org',
    balanceUnits: 1_000_000_000,
  });
  const { key } = await accounts.createKey(account.accountId, { name: 'pages' });
  const service = await startService({ engine, accounts, host: '127.0.0.1', port: 0, limits: unlimited });
  const result: SwapResult = { swaps, results: 0, pages: 0, overtaken: 0, mixed: 0, missed: 0, failed: 0 };
  let isOver = false;
  const read = async () => {
    while (!isOver) await readResult(service.url, key, result, () => engine.snapshotId);
  };
  try {
    const reading = Array.from({ length: readers }, read);
    for (let swap = 1; swap <= swaps && signal?.aborted !== true; swap++) await writeIndex(index, 1 + swap);
    isOver = true;
    await Promise.all(reading);
    signal?.throwIfAborted();
  } finally {
    isOver = true;
    await service.close();
    await rm(directory, { recursive: true, force: true });
  }
  return result;
}

async function readResult(
  url: string,
  key: string,
  result: SwapResult,
  snapshotId: () => string,
): Promise<void> {
  const before = snapshotId();
  const lengths = new Set<number>();
  let plays = 0;
  for (let cursor: string | null = null; ; ) {
    const answer = await fetch(`${url}/api/shortvideo/sql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: 'SELECT duration_ms, play_count FROM videos ORDER BY play_count',
        limit: rowsPerPage,
        shape: 'arrays',
        cursor,
      }),
    });
    if (answer.status !== 200) {
      result.failed++;
      return;
    }
    const { data } = (await answer.json()) as Page;
    result.pages++;
    for (const [length, play] of data.rows) {
      lengths.add(length);
      if (play === plays + 1) plays++;
    }
    if (!data.has_more) break;
    cursor = data.cursor;
  }
  result.results++;
  if (snapshotId() !== before) result.overtaken++;
  if (lengths.size > 1) result.mixed++;
  if (plays !== videoRows) result.missed++;
}
