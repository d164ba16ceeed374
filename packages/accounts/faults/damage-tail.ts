import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openAccounts } from '../src/index.ts';

/**
 * Damages the end of the ledger's log, where its last two charges are, at each `stride`th byte: one bit flipped, or
 * everything from there cut off. Counts the copies whose earlier lines were read whole, and the wrong lines read.
 */
export async function damageTail(options: {
  stride: number;
}): Promise<{ offsets: number; intact: number; wrongLines: number }> {
  const directory = mkdtempSync(join(tmpdir(), 'sdq-tail-'));
  try {
    const made = await makeLedger(directory);
    const copy = join(directory, 'copy.db');
    const result = { offsets: 0, intact: 0, wrongLines: 0 };
    for (let offset = made.tailStart; offset < made.log.length; offset += options.stride) {
      const flipped = Buffer.from(made.log);
      flipped.writeUInt8(flipped.readUInt8(offset) ^ (1 << (offset % 8)), offset);
      for (const log of [flipped, made.log.subarray(0, offset)]) {
        copyFileSync(made.path, copy);
        writeFileSync(`${copy}-wal`, log);
        const lines = readLines(copy);
        rmSync(`${copy}-shm`, { force: true });
        result.offsets++;
        result.wrongLines += lines.filter((line, i) => line !== made.lines[i]).length;
        if (lines.length >= made.lines.length - 2) result.intact++;
      }
    }
    return result;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A ledger of six charges, as files lie when the machine stops; where in the log the last two begin. */
async function makeLedger(directory: string) {
  await using accounts = await openAccounts({ directory });
  const { account } = await accounts.createAccount({ name: 'T', email: 't@example.org' });
  const { record } = await accounts.createKey(account.accountId, { name: 'k' });
  const path = join(directory, 'accounts.db');
  let tailStart = 0;
  for (let i = 0; i < 6; i++) {
    if (i === 4) tailStart = readFileSync(`${path}-wal`).length;
    const requestId = `req_${i}`;
    await accounts.reserve({
      requestId,
      accountId: account.accountId,
      keyId: record.keyId,
      platform: 'shortvideo',
      endpoint: 'shortvideo/sql',
      method: 'POST',
      units: 50,
      priceVersion: '2026-11',
    });
    await accounts.settle({
      requestId,
      status: 200,
      records: i,
      units: i,
      lineItems: [],
      snapshotId: null,
      durationMs: 1,
    });
  }
  const kept = join(directory, 'kept.db');
  copyFileSync(path, kept);
  const log = readFileSync(`${path}-wal`);
  writeFileSync(`${kept}-wal`, log);
  const lines = readLines(kept);
  copyFileSync(path, kept);
  return { path: kept, log, tailStart, lines };
}

/** The ledger's lines, oldest first, each as one text. */
function readLines(path: string): string[] {
  const database = new DatabaseSync(path);
  try {
    return database
      .prepare('SELECT * FROM usage_ledger ORDER BY request_id')
      .all()
      .map((row) => JSON.stringify(row));
  } finally {
    database.close();
    rmSync(`${path}-wal`, { force: true });
  }
}
