import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { openAccounts } from '@sdq/accounts';
import { makeCustomer } from '../../support/customer.ts';

const child = fileURLToPath(new URL('./charging-child.ts', import.meta.url));

/** Accounts on SQLite with one customer, and everything that processes were told about charges. */
export interface ChargingRun extends AsyncDisposable {
  directory: string;
  /** Starts a process that charges; `wrapper` stands before node on its command line. */
  start(options?: { wrapper?: readonly string[]; clients?: number; pauseMs?: number }): ChargingProcess;
  /** Requests that a process was told are charged, with their units. */
  charged: Map<string, number>;
  /** Requests that a process was told have failed, with why. */
  failed: Map<string, string>;
  /** Compares the ledger with what was told. */
  audit(): Promise<Audit>;
}

export interface ChargingProcess {
  pid: number;
  /** Resolves when it charges. */
  ready: Promise<void>;
  ended: Promise<unknown>;
  kill(): void;
}

export interface Audit {
  /** Told charged, and not in the ledger with these units. */
  lost: number;
  /** In the ledger more than once. */
  double: number;
  /** Told failed, and charged. */
  chargedUnserved: number;
  /** Charged, with nobody told: requests under way when a process ended. */
  untold: number;
  /** Credits minus ledger minus balance: 0 when the ledger is consistent. */
  difference: number;
  reservedUnits: number;
  integrity: string;
}

const credits = 1_000_000_000;

export async function startChargingRun(): Promise<ChargingRun> {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-charging-'));
  const accounts = await openAccounts({ directory });
  const { accountId, keyId } = await makeCustomer(accounts, credits);
  await accounts.close();
  const charged = new Map<string, number>();
  const processes = new Set<ChildProcess>();
  const failed = new Map<string, string>();

  const note = (line: string) => {
    const [id = '', rest = ''] = line.slice(1).split(' ');
    if (line.startsWith('+')) charged.set(id, Number(rest));
    if (line.startsWith('-')) failed.set(id, rest);
  };

  return {
    directory,
    charged,
    failed,
    start({ wrapper = [], clients = 8, pauseMs = 0 } = {}) {
      const words = [
        ...wrapper,
        process.execPath,
        '--conditions=@sdq/source',
        child,
        directory,
        accountId,
        keyId,
        String(clients),
        String(pauseMs),
      ];
      const running = spawn(words[0] ?? '', words.slice(1), {
        stdio: ['ignore', 'pipe', 'ignore'],
        // what it compiles is the same every time
        env: { ...process.env, NODE_COMPILE_CACHE: join(directory, 'compiled') },
      });
      processes.add(running);
      const { stdout } = running;
      const ended = once(running, 'close').then(() => processes.delete(running));
      const ready = new Promise<void>((resolve) => {
        let text = '';
        stdout.on('data', (part: Buffer) => {
          const lines = (text + part.toString()).split('\n');
          text = lines.pop() ?? ''; // a line that is not whole was not told
          for (const line of lines) note(line);
          if (lines.includes('ready')) resolve();
        });
        stdout.on('end', () => resolve());
      });
      return { pid: running.pid ?? 0, ready, ended, kill: () => running.kill('SIGKILL') };
    },
    async audit() {
      await using reopened = await openAccounts({ directory });
      await reopened.releaseAbandoned();
      const found = await reopened.findAccount(accountId);
      return {
        ...auditLedger(join(directory, 'accounts.db'), charged, failed, found?.balanceUnits ?? Number.NaN),
        reservedUnits: found?.reservedUnits ?? Number.NaN,
      };
    },
    async [Symbol.asyncDispose]() {
      for (const running of processes) running.kill('SIGKILL');
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function auditLedger(
  path: string,
  charged: ReadonlyMap<string, number>,
  failed: ReadonlyMap<string, string>,
  balanceUnits: number,
): Omit<Audit, 'reservedUnits'> {
  const database = new DatabaseSync(path, { readOnly: true });
  const [{ integrity_check: integrity } = { integrity_check: 'no answer' }] = database
    .prepare('PRAGMA integrity_check')
    .all() as { integrity_check: string }[];
  const rows = database
    .prepare("SELECT request_id, units FROM usage_ledger WHERE state = 'settled'")
    .all() as { request_id: string; units: number }[];
  database.close();
  const ledger = new Map(rows.map((row) => [row.request_id, row.units]));
  const ids = [...ledger.keys()];
  return {
    lost: [...charged].filter(([id, units]) => ledger.get(id) !== units).length,
    double: rows.length - ledger.size,
    chargedUnserved: ids.filter((id) => failed.has(id)).length,
    untold: ids.filter((id) => !charged.has(id) && !failed.has(id)).length,
    difference: credits - rows.reduce((sum, { units }) => sum + units, 0) - balanceUnits,
    integrity,
  };
}
