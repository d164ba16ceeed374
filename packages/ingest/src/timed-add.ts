import { withDiskFull } from '@sdq/contract';
import { noteLastAdd } from '@sdq/index';
import type { AddReport } from './add-report.ts';

/** Adds, and notes in the index how long that took until it was visible. Errors: those of `add`; `disk_full`. */
export async function timedAdd(index: string, add: () => Promise<AddReport>): Promise<AddReport> {
  return await withDiskFull({ path: index }, async () => {
    const startedAt = performance.now();
    const report = await add();
    if (report.changed) await noteLastAdd(index, report.snapshotId, startedAt);
    return report;
  });
}
