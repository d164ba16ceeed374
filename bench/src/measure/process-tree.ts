import { readdirSync, readFileSync } from 'node:fs';

/** Processes below `root`, without it. Linux only: elsewhere none are found. */
export function descendantsOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const pid of procEntries('/proc').filter((name) => /^\d+$/.test(name))) {
    // The name in parentheses may hold anything; the parent is the second field after it.
    const [, parent] = procText(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    parents.set(Number(pid), Number(parent));
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || isBelow(parents.get(pid)));
  return [...parents.keys()].filter((pid) => pid !== root && isBelow(pid));
}

/** A file of `/proc`. A thread that has just ended, or a system without `/proc`, has nothing to tell. */
export function procText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Names in a folder of `/proc`. */
export function procEntries(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
