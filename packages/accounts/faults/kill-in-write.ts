import { startChargingRun } from './charging-run.ts';

const clients = 8;
/** The time within which a process is killed at random, once it charges. */
const randomMs = 60;
/** How long strace has to come to its call; the process is killed then anyway. */
const straceMs = 3_000;

/**
 * Kills a process that charges, again and again, and reopens its ledger each time. With `usesStrace` it is killed in its
 * nth write or sync since it began; without, at a random time.
 */
export async function killInWrite(options: { runs: number; usesStrace?: boolean }): Promise<{
  runs: number;
  reopened: number;
  charged: number;
  lost: number;
  double: number;
  untoldMax: number;
}> {
  const result = { runs: options.runs, reopened: 0, charged: 0, lost: 0, double: 0, untoldMax: 0 };
  await using run = await startChargingRun();
  let untoldBefore = 0;
  for (let i = 0; i < options.runs; i++) {
    const running = run.start({ clients, ...(options.usesStrace && { wrapper: straceWrapper(i) }) });
    await running.ready;
    const killAfterMs = options.usesStrace === true ? straceMs : Math.random() * randomMs;
    const timer = setTimeout(() => running.kill(), killAfterMs);
    await running.ended;
    clearTimeout(timer);
    const audit = await run.audit();
    const isWhole = audit.integrity === 'ok' && audit.difference === 0 && audit.reservedUnits === 0;
    result.reopened += isWhole ? 1 : 0;
    result.lost = audit.lost;
    result.double = audit.double;
    result.untoldMax = Math.max(result.untoldMax, audit.untold - untoldBefore);
    untoldBefore = audit.untold;
  }
  return { ...result, charged: run.charged.size };
}

/** Kills in the nth of these calls; opening the database makes some dozens of them. */
function straceWrapper(run: number): string[] {
  const call = ['pwrite64', 'fdatasync', 'fsync'][run % 3] ?? 'pwrite64';
  const nth = call === 'pwrite64' ? 1 + ((run * 7) % 400) : 1 + ((run * 3) % 30);
  const inject = `inject=${call}:signal=KILL:when=${nth}`;
  // -D: strace stands aside, so that the process we started is the one that charges
  return ['strace', '-D', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e', inject];
}
