import { writeFileSync } from 'node:fs';
import { descendantsOf, procText } from './process-tree.ts';

/** Resident memory at its highest, from `/proc`; zeros where there is none. */
export interface PeakMemory {
  /** This process and its children, each at its own highest: an upper bound of all at once. */
  readonly treeBytes: number;
  /** The largest single process. */
  readonly processBytes: number;
}

/** What the system has noted since the last {@link resetPeakMemory}. */
export function peakMemory(): PeakMemory {
  const peaks = [process.pid, ...descendantsOf(process.pid)].map((pid) => {
    const kibibytes = /^VmHWM:\s*(\d+) kB/m.exec(procText(`/proc/${pid}/status`))?.[1] ?? '0';
    return Number(kibibytes) * 1024;
  });
  return { treeBytes: peaks.reduce((sum, bytes) => sum + bytes, 0), processBytes: Math.max(...peaks) };
}

/** Lets the peaks begin anew at what is resident now. */
export function resetPeakMemory(): void {
  for (const pid of [process.pid, ...descendantsOf(process.pid)]) {
    try {
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
    } catch {
      // Not permitted, or gone: the peak then stands for all the time before, too.
    }
  }
}
