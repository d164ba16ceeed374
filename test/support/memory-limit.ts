import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A cgroup that limits the memory of processes, removed at the end of its scope. */
export interface MemoryLimit extends Disposable {
  /** The words of a command line that runs a command within the limit. */
  within(command: readonly string[]): string[];
  /** How often the limit was reached and a process was killed for it. */
  kills(): number;
}

const places = [
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', events: 'memory.oom_control' },
  { folder: '/sys/fs/cgroup', limit: 'memory.max', events: 'memory.events' },
];

/** Undefined where the machine does not allow it, as in a restricted container. */
export function limitMemory(bytes: number): MemoryLimit | undefined {
  for (const { folder, limit, events } of places) {
    const group = join(folder, `sdq-test-${process.pid}`);
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    try {
      if (!existsSync(join(group, limit))) throw new Error(`there is no ${limit}`);
      writeFileSync(join(group, limit), String(bytes));
    } catch {
      rmdirSync(group);
      continue;
    }
    const enter = `echo $$ > ${join(group, 'cgroup.procs')} && exec "$@"`;
    return {
      within: (command) => ['sh', '-c', enter, 'sh', ...command],
      kills: () => Number(/oom_kill (\d+)/.exec(readFileSync(join(group, events), 'utf8'))?.[1] ?? 0),
      [Symbol.dispose]() {
        try {
          rmdirSync(group);
        } catch {
          // a process is still ending; an empty group does no harm
        }
      },
    };
  }
  return undefined;
}
