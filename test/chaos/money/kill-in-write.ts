import { toolPath } from '../../support/tools.ts';
import { inLanes } from '../lanes.ts';
import { startChargingRun } from './charging-run.ts';

const clients = 8;
/** The time within which a process is killed at random, once it charges. */
const randomMs = 60;
/** How long strace has to come to its call; the process is killed then anyway. */
const straceMs = 5_000;
/** Runs on one ledger; then another is begun, since each one's whole ledger is compared. */
const runsPerLedger = 25;

export interface KillInWriteResult {
  runs: number;
  /** Databases that reopened intact: integrity check, consistent ledger, no reservations. */
  reopened: number;
  /** Processes that strace killed in a call, not the clock. */
  killedInCall: number;
  charged: number;
  lost: number;
  double: number;
  untoldMax: number;
}

/**
 * Kills a process that charges, again and again, and reopens its ledger each time. With `usesStrace` it is killed in its
 * nth write or sync since it began; without, at a random time.
 */
export async function killInWrite(options: {
  runs: number;
  usesStrace?: boolean;
  signal?: AbortSignal;
}): Promise<KillInWriteResult> {
  const result = { reopened: 0, killedInCall: 0, charged: 0, lost: 0, double: 0, untoldMax: 0 };
  let next = 0;
  await inLanes(async () => {
    while (next < options.runs) {
      const first = next;
      next = Math.min(options.runs, first + runsPerLedger);
      await killOften({ ...options, first, end: next }, result);
    }
  });
  return { runs: options.runs, ...result };
}

/** The runs `[first, end)`, on one ledger. */
async function killOften(
  options: { first: number; end: number; usesStrace?: boolean; signal?: AbortSignal },
  result: Omit<KillInWriteResult, 'runs'>,
): Promise<void> {
  await using run = await startChargingRun();
  let untoldBefore = 0;
  for (let i = options.first; i < options.end; i++) {
    options.signal?.throwIfAborted();
    const running = run.start({ clients, ...(options.usesStrace && { wrapper: straceWrapper(i) }) });
    await running.ready;
    let isKilledByClock = options.usesStrace !== true;
    const killAfterMs = options.usesStrace === true ? straceMs : Math.random() * randomMs;
    const timer = setTimeout(() => {
      isKilledByClock = true;
      running.kill();
    }, killAfterMs);
    await running.ended;
    clearTimeout(timer);
    const audit = await run.audit();
    const isWhole = audit.integrity === 'ok' && audit.difference === 0 && audit.reservedUnits === 0;
    result.reopened += isWhole ? 1 : 0;
    result.killedInCall += isKilledByClock ? 0 : 1;
    result.untoldMax = Math.max(result.untoldMax, audit.untold - untoldBefore);
    untoldBefore = audit.untold;
    if (i + 1 < options.end) continue;
    result.lost += audit.lost;
    result.double += audit.double;
  }
  result.charged += run.charged.size;
}

/**
 * Kills in the nth of these calls, which are those that SQLite makes: some dozens to open the database, a dozen writes
 * and a sync to charge, and after about 8,000 writes those that move the log into the database file.
 */
function straceWrapper(run: number): string[] {
  const [call, nth] = (
    [
      ['pwrite64', 1 + ((run * 7) % 800)],
      [run % 8 === 1 ? 'fsync' : 'fdatasync', 1 + ((run * 3) % 60)],
      ['pwrite64', 1 + ((run * 11) % 200)],
      ['pwrite64', 7_900 + ((run * 13) % 900)],
    ] as const
  )[run % 4] ?? ['pwrite64', 1];
  const inject = `inject=${call}:signal=KILL:when=${nth}`;
  // -D: strace stands aside, so that the process we started is the one that charges
  const quiet = ['-D', '-f', '-qq', '-o', '/dev/null'];
  return [toolPath('strace'), ...quiet, '-e', `trace=${call}`, '-e', inject];
}
