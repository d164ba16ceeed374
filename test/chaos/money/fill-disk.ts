import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { toolPath } from '../../support/tools.ts';
import { type Audit, startChargingRun } from './charging-run.ts';

/**
 * Lets the files of a process that charges grow no further, as a full disk does, at `steps` different sizes, then
 * gives room again. The operating system refuses the writes.
 */
export async function fillDisk(options: {
  steps: number;
  signal?: AbortSignal;
}): Promise<
  Audit & { steps: number; charged: number; failed: number; recovered: number; otherFailures: number }
> {
  await using run = await startChargingRun();
  const running = run.start({ clients: 4, pauseMs: 1 });
  await running.ready;
  let recovered = 0;
  for (let i = 0; i < options.steps; i++) {
    options.signal?.throwIfAborted();
    await limitFiles(running.pid, largestFile(run.directory) + Math.floor(Math.random() * 40_000));
    const failedBefore = run.failed.size;
    await until(() => run.failed.size > failedBefore, 2_000);
    await limitFiles(running.pid, undefined);
    const chargedBefore = run.charged.size;
    if (await until(() => run.charged.size > chargedBefore, 5_000)) recovered++;
  }
  running.kill();
  await running.ended;
  const otherFailures = [...run.failed.values()].filter((code) => code !== 'service_unavailable').length;
  const counts = { steps: options.steps, charged: run.charged.size, failed: run.failed.size };
  return { ...(await run.audit()), ...counts, recovered, otherFailures };
}

function largestFile(directory: string): number {
  return Math.max(
    ...['accounts.db', 'accounts.db-wal'].map(
      (name) => statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0,
    ),
  );
}

/** Sets how long a file may become that a process writes; its soft limit, so that it can be raised again. */
async function limitFiles(pid: number, bytes: number | undefined): Promise<void> {
  execFileSync(toolPath('prlimit'), ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:unlimited`]);
}

async function until(isSo: () => boolean, timeoutMs: number): Promise<boolean> {
  const endsAt = performance.now() + timeoutMs;
  while (!isSo() && performance.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, 2));
  return isSo();
}
