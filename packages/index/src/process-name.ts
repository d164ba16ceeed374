import { readFileSync } from 'node:fs';

/**
 * This process as files name it: `<pid>.<start>.<boot>`, its id, when it began in ticks since boot, and which boot of
 * the machine that was. Ids are given again, within a container that restarts even the same one to the same program;
 * the three together are not. Where there is no /proc, the id has to do: `<pid>`.
 */
export const ownProcessName = [process.pid, ...lifeOf(process.pid)].join('.');

/** Whether the process of this name still lives on this machine. */
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

/** Start and boot of a living process; empty where the system does not tell. */
function lifeOf(pid: number): string[] {
  try {
    // proc_pid_stat(5): the name in parentheses may hold anything; start time is the 20th field after it
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
    return start === undefined ? [] : [start, boot];
  } catch {
    return [];
  }
}
