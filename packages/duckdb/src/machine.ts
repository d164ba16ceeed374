import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

/** Bytes of memory of this machine, or of the container (cgroup) that limits this process to less. */
export function memoryOfMachine(): number {
  // 0 where it is unknown, and a number beyond all memory where there is no limit
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** Cores that this process may use: those of its affinity, or fewer where its container has a CPU quota; at least 1. */
export function coresOfMachine(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.ceil(quotaOf(readOwnQuota()))));
}

/** Cores of `cpu.max` of a cgroup (version 2): `200000 100000` are two; infinite without a quota. */
export function quotaOf(text: string): number {
  const [quota = 'max', period = '100000'] = text.trim().split(/\s+/);
  const cores = Number(quota) / Number(period);
  return Number.isFinite(cores) && cores > 0 ? cores : Number.POSITIVE_INFINITY;
}

/** The quota of the cgroup of this process; in a container its own cgroup is mounted as the root. Empty where there is none. */
function readOwnQuota(): string {
  for (const path of [ownPath(), '/']) {
    try {
      return readFileSync(`/sys/fs/cgroup${path}/cpu.max`, 'utf8');
    } catch {
      // no such cgroup here, or another system
    }
  }
  return '';
}

function ownPath(): string {
  try {
    return /^0::(\/.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
  } catch {
    return '/';
  }
}
