import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { openAccounts } from '@sdq/accounts';
import { makeCustomer, reservationOf, settlementOf } from '../../support/customer.ts';
import { inLanes } from '../lanes.ts';

/** Units that the account of a damaged ledger was opened with. */
const creditUnits = 1_000;

/** A ledger as its files lie when the machine stops: its log ends with two charges. */
export interface StoppedLedger {
  database: Buffer;
  log: Buffer;
  /** Where in the log the last two charges begin. */
  tailStart: number;
  /** All lines, oldest first. */
  lines: string[];
}

export interface DamagedTail {
  /** Damaged copies that were read: two for each offset. */
  copies: number;
  /** Copies whose lines before the last two were all there. */
  intact: number;
  /** Lines that were read and never written, or in another place. */
  wrongLines: number;
  /** Copies whose balance was not what was paid in less what their lines charge. */
  wrongBalances: number;
}

export interface DamageTailResult extends DamagedTail {
  /** Offsets in the tail, and how many of them were damaged. */
  tailBytes: number;
  offsets: number;
}

/**
 * Damages the end of the ledger's log, where its last two charges are, at each `stride`th byte: one bit flipped, and
 * everything from there cut off; and reads each copy.
 */
export async function damageTail(options: {
  stride: number;
  signal?: AbortSignal;
}): Promise<DamageTailResult> {
  const ledger = await makeLedger();
  const { stride } = options;
  const parts = await inLanes((lane, lanes) =>
    damageInWorker(
      ledger,
      { first: ledger.tailStart + lane * stride, stride: stride * lanes },
      options.signal,
    ),
  );
  const sum = (name: keyof DamagedTail) => parts.reduce((total, part) => total + part[name], 0);
  const copies = sum('copies');
  return {
    tailBytes: ledger.log.length - ledger.tailStart,
    offsets: copies / 2,
    copies,
    intact: sum('intact'),
    wrongLines: sum('wrongLines'),
    wrongBalances: sum('wrongBalances'),
  };
}

async function damageInWorker(
  ledger: StoppedLedger,
  offsets: { first: number; stride: number },
  signal: AbortSignal | undefined,
): Promise<DamagedTail> {
  // what is damaged here need not reach a disk
  const memory = '/dev/shm';
  const directory = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'sdq-tail-'));
  const worker = new Worker(new URL('./damage-tail-worker.ts', import.meta.url), {
    workerData: { ledger, offsets, directory },
  });
  const stop = () => void worker.terminate();
  signal?.addEventListener('abort', stop);
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('a worker ended before its work')));
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Damages copies of a ledger at some offsets and reads what is left of each. */
export function readDamaged(
  ledger: StoppedLedger,
  { first, stride }: { first: number; stride: number },
  directory: string,
): DamagedTail {
  const result = { copies: 0, intact: 0, wrongLines: 0, wrongBalances: 0 };
  const path = join(directory, 'copy.db');
  for (let offset = first; offset < ledger.log.length; offset += stride) {
    const flipped = Buffer.from(ledger.log);
    flipped.writeUInt8(flipped.readUInt8(offset) ^ (1 << (offset % 8)), offset);
    for (const log of [flipped, ledger.log.subarray(0, offset)]) {
      writeFileSync(path, ledger.database);
      writeFileSync(`${path}-wal`, log);
      const { lines, balanceIsRight } = readLedger(path);
      for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
      result.copies++;
      result.wrongLines += lines.filter((line, i) => line !== ledger.lines[i]).length;
      if (lines.length >= ledger.lines.length - 2) result.intact++;
      if (!balanceIsRight) result.wrongBalances++;
    }
  }
  return result;
}

async function makeLedger(): Promise<StoppedLedger> {
  const directory = mkdtempSync(join(tmpdir(), 'sdq-tail-'));
  try {
    await using accounts = await openAccounts({ directory });
    const customer = await makeCustomer(accounts, creditUnits);
    const path = join(directory, 'accounts.db');
    let tailStart = 0;
    for (let i = 0; i < 6; i++) {
      if (i === 4) tailStart = readFileSync(`${path}-wal`).length;
      const requestId = `req_${i}`;
      await accounts.reserve(reservationOf(customer, requestId));
      await accounts.settle(settlementOf(requestId, i));
    }
    const [database, log] = [readFileSync(path), readFileSync(`${path}-wal`)];
    const copy = join(directory, 'copy.db');
    copyFileSync(path, copy);
    writeFileSync(`${copy}-wal`, log);
    return { database, log, tailStart, lines: readLedger(copy).lines };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The ledger's lines, oldest first, each as one text; and whether the balance is what they make of it. */
function readLedger(path: string): { lines: string[]; balanceIsRight: boolean } {
  const database = new DatabaseSync(path);
  try {
    const rows = database.prepare('SELECT * FROM usage_ledger ORDER BY request_id').all();
    const balance = database
      .prepare("SELECT balance_units FROM balances WHERE owner_id LIKE 'acct%'")
      .get() as { balance_units: number } | undefined;
    const charged = rows.reduce((sum, { units }) => sum + Number(units), 0);
    return {
      lines: rows.map((row) => JSON.stringify(row)),
      balanceIsRight: balance?.balance_units === creditUnits - charged,
    };
  } finally {
    database.close();
  }
}
