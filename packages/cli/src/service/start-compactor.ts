import type { Compactor } from '@sdq/core';
import type { ServiceLogger } from '@sdq/server';
import type { Settings } from '../settings/settings.ts';

/** Compacts the index of a service and applies its retention rules by itself; undefined where both are off, and for a mirror, to which nothing else writes. */
export function startCompactor(
  core: typeof import('@sdq/core'),
  index: string,
  settings: Settings,
  isMirror: boolean,
  { logger }: ServiceLogger,
): Compactor | undefined {
  const isCompacting = settings.SDQ_COMPACTION === 'on';
  const isRetaining = settings.SDQ_RETENTION === 'on';
  if (isMirror || !(isCompacting || isRetaining)) return undefined;
  return new core.Compactor({
    index,
    isCompacting,
    isRetaining,
    everyMs: settings.SDQ_COMPACTION_SECONDS * 1_000,
    memoryBytesMax: settings.SDQ_COMPACTION_MEMORY_BYTES,
    bytesPerHour: settings.SDQ_COMPACTION_HOURLY_BYTES,
    cpuSecondsPerHour: settings.SDQ_COMPACTION_HOURLY_CPU_SECONDS,
    onCompacted: ({ snapshotId, table }) =>
      logger.info({ snapshot_id: snapshotId, table }, 'Table compacted'),
    onRetained: ({ snapshotId, dropped }) =>
      logger.info({ snapshot_id: snapshotId, dropped }, 'Retention rules applied'),
    onError: (error) =>
      logger.warn({ err: error }, 'The index cannot be compacted now, or its retention rules not applied'),
  });
}
