import { withDiskFull } from '@sdq/contract';
import { noteLastAdd } from '@sdq/index';
import type { AddReport } from './add-report.ts';

/**
 * Adds, and notes in the index how long that took until it was visible: `add` calls `onVisible` then. Errors: those of `add`;
 * `disk_full`.
 */
export async function timedAdd(
  index: string,
  add: (onVisible: () => void) => Promise<AddReport>,
): Promise<AddReport> {
  return await withDiskFull({ path: index }, async () => {
    const startedAt = performance.now();
    let visible: { at: Date; ms: number } | undefined;
    const report = await add(() => {
      visible = { at: new Date(), ms: performance.now() - startedAt };
    });
    if (visible !== undefined) await noteLastAdd(index, report.snapshotId, visible);
    return report;
  });
}
