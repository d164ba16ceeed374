import { readFileSync } from 'node:fs';

/**
 * This process's name in files: `<pid>.<start>.<boot>`: its id, its start time in ticks since boot, and the boot id
 * of the machine. Process ids are reused, in a restarting container even by the same program; the combination is
 * unique. Without /proc, the name is `<pid>`.
 */
export const ownProcessName = [process.pid, ...lifeOf(process.pid)].join('.');

/** Whether the process of this name is still running on this machine. */
export function isLivingProcess(name: string): boolean {
  const [id = '', ...life] = name.split('.');
  const pid = Number(id);
  if (!Number.isInteger(pid) || pid <= 0 || !hasId(pid)) return false;
  if (life.length === 0) return true;
  const now = lifeOf(pid);
  return now.length === 0 || now.join('.') === life.join('.');
}

function hasId(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Start time and boot id of a running process; empty where the system does not provide them. */
function lifeOf(pid: number): string[] {
  try {
    // proc_pid_stat(5): the name in parentheses may contain anything; the start time is the 20th field after it
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
    return start === undefined ? [] : [start, boot];
  } catch {
    return [];
  }
}
