import type { EngineOptions } from '@sdq/core';
import type { Settings } from '../settings/settings.ts';

/** What of the settings concerns the engine. */
export function engineOptions(index: string, settings: Settings): EngineOptions {
  return {
    index,
    processes: settings.QUERY_PROCESSES,
    slots: settings.QUERY_SLOTS,
    cacheBytesMax: settings.RESULT_CACHE,
    concurrency: {
      runningMax: settings.SQL_RUNNING,
      runningPerTenantMax: settings.SQL_RUNNING_PER_KEY,
      waitingPerTenantMax: settings.SQL_WAITING_PER_KEY,
      waitMsMax: settings.SQL_WAIT_SECONDS * 1_000,
    },
    spillDirectory: settings.SPILL_DIR,
    ...(settings.QUERY_THREADS !== undefined && { threads: settings.QUERY_THREADS }),
    ...(settings.QUERY_MEMORY !== undefined && { memoryBytesMax: settings.QUERY_MEMORY }),
  };
}
