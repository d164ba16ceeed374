import type { EngineOptions } from '@sdq/core';
import type { Settings } from '../settings/settings.ts';

/** Engine options from settings. */
export function engineOptions(index: string, settings: Settings): EngineOptions {
  return {
    index,
    processes: settings.SDQ_QUERY_PROCESSES,
    concurrencyPerProcess: settings.SDQ_QUERY_CONCURRENCY,
    cacheBytesMax: settings.SDQ_RESULT_CACHE_BYTES,
    concurrency: {
      runningMax: settings.SDQ_SQL_RUNNING_MAX,
      runningPerTenantMax: settings.SDQ_SQL_RUNNING_PER_KEY_MAX,
      waitingPerTenantMax: settings.SDQ_SQL_QUEUED_PER_KEY_MAX,
      waitMsMax: settings.SDQ_SQL_QUEUE_SECONDS * 1_000,
    },
    spillDirectory: settings.SDQ_SPILL_DIR,
    ...(settings.SDQ_QUERY_THREADS !== undefined && { threads: settings.SDQ_QUERY_THREADS }),
    ...(settings.SDQ_QUERY_MEMORY_BYTES !== undefined && { memoryBytesMax: settings.SDQ_QUERY_MEMORY_BYTES }),
  };
}
