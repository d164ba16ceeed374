import type { EngineOptions } from '@sdq/core';
import { addressOf } from '../cluster/cluster-address.ts';
import type { Settings } from '../settings/settings.ts';

/** Engine options from settings. Errors: `usage_error` where a cluster answers and no node is named. */
export async function engineOptions(index: string, settings: Settings): Promise<EngineOptions> {
  return {
    index,
    ...(await backendOptions(settings)),
    cacheBytesMax: settings.SDQ_RESULT_CACHE_BYTES,
    concurrency: {
      runningMax: settings.SDQ_SQL_RUNNING_MAX,
      runningPerTenantMax: settings.SDQ_SQL_RUNNING_PER_KEY_MAX,
      waitingPerTenantMax: settings.SDQ_SQL_QUEUED_PER_KEY_MAX,
      waitMsMax: settings.SDQ_SQL_QUEUE_SECONDS * 1_000,
    },
    spillDirectory: settings.SDQ_SPILL_DIR,
  };
}

/** Options of the default backend. */
function ownOptions(settings: Settings): Partial<EngineOptions> {
  return {
    processes: settings.SDQ_QUERY_PROCESSES,
    concurrencyPerProcess: settings.SDQ_QUERY_CONCURRENCY,
    ...(settings.SDQ_QUERY_THREADS !== undefined && { threads: settings.SDQ_QUERY_THREADS }),
    ...(settings.SDQ_QUERY_MEMORY_BYTES !== undefined && { memoryBytesMax: settings.SDQ_QUERY_MEMORY_BYTES }),
  };
}

/** The cluster for all platforms, or for some beside the default backend. */
async function backendOptions(settings: Settings): Promise<Partial<EngineOptions>> {
  const platforms = settings.SDQ_BACKEND;
  if (platforms.length === 0) return ownOptions(settings);
  const { clickhouseBackend } = await import('@sdq/clickhouse');
  const memoryBytes = settings.SDQ_CLICKHOUSE_MEMORY_BYTES;
  const cluster = clickhouseBackend({ ...(await addressOf(settings)), memoryBytes });
  if (platforms === 'all') return { backend: cluster };
  const backends = Object.fromEntries(platforms.map((platform) => [platform, cluster]));
  return { ...ownOptions(settings), backends };
}
