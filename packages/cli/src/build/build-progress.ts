import type { BuildProgress } from '@sdq/core';
import type { ProgressState } from '../terminal/progress.ts';
import { countText } from '../terminal/quantities.ts';

/** Progress of all phases of a build, as one task. */
export function buildProgress({
  table,
  phase,
  rowsDone,
  rowsTotal,
  step,
  steps,
}: BuildProgress): ProgressState {
  const share = rowsTotal === 0 ? 0 : rowsDone / rowsTotal;
  return {
    phase: `building ${table}: ${phase}`,
    done: step + Math.min(share, 1),
    total: steps,
    note: `${countText(rowsTotal)} rows`,
  };
}
