import { writeFileSync } from 'node:fs';
import { descendantsOf, procText } from './process-tree.ts';

/** Peak resident memory from `/proc`; zeros on systems without it. */
export interface PeakMemory {
  /** The sum of the individual peaks of this process and its children: an upper bound of their common peak. */
  readonly treeBytes: number;
  /** The peak of the largest single process. */
  readonly processBytes: number;
}

/** The peaks that the kernel has recorded since the last {@link resetPeakMemory}. */
export function peakMemory(): PeakMemory {
  const peaks = [process.pid, ...descendantsOf(process.pid)].map((pid) => {
    const kibibytes = /^VmHWM:\s*(\d+) kB/m.exec(procText(`/proc/${pid}/status`))?.[1] ?? '0';
    return Number(kibibytes) * 1024;
  });
  return { treeBytes: peaks.reduce((sum, bytes) => sum + bytes, 0), processBytes: Math.max(...peaks) };
}

/** Resets the peaks to the current resident memory. */
export function resetPeakMemory(): void {
  for (const pid of [process.pid, ...descendantsOf(process.pid)]) {
    try {
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
    } catch {
      // Not permitted, or the process has ended: the peak then includes the time before.
    }
  }
}
