import { readdirSync, readFileSync } from 'node:fs';

/** The descendants of process `root`, without itself. Linux only; empty on other systems. */
export function descendantsOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const pid of procEntries('/proc').filter((name) => /^\d+$/.test(name))) {
    // The name in parentheses may contain any characters; the parent is the second field after it.
    const [, parent] = procText(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    parents.set(Number(pid), Number(parent));
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || isBelow(parents.get(pid)));
  return [...parents.keys()].filter((pid) => pid !== root && isBelow(pid));
}

/** The content of a file in `/proc`; empty for a thread that has just ended, or on a system without `/proc`. */
export function procText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

/** The names in a directory of `/proc`. */
export function procEntries(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
