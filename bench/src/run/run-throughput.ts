import type { Throughput } from '../measure/throughput.ts';
import { mixOf } from '../workload/mix.ts';
import type { WorkloadParameters } from '../workload/parameters.ts';
import type { Contestant } from './contestant.ts';

export type ThroughputRow =
  | ({ readonly peer: string } & Throughput)
  | { readonly peer: string; readonly clients: number; readonly failed: string };

export interface RunThroughputOptions {
  /** Numbers of clients, each measured by itself. */
  readonly concurrency: readonly number[];
  readonly durationMs: number;
  readonly signal?: AbortSignal;
  onProgress?(text: string): void;
}

/** Short queries by many clients at once; one contestant after the other, so that each has the machine to itself. */
export async function runThroughput(
  parameters: WorkloadParameters,
  contestants: readonly Contestant[],
  options: RunThroughputOptions,
): Promise<ThroughputRow[]> {
  const rows: ThroughputRow[] = [];
  for (const { name, dialect, peer } of contestants) {
    const queries = mixOf(parameters, dialect);
    for (const clients of options.concurrency) {
      options.signal?.throwIfAborted();
      options.onProgress?.(`${name}: ${clients} clients`);
      try {
        rows.push({
          peer: name,
          ...(await peer.throughput(queries, { clients, durationMs: options.durationMs })),
        });
      } catch (error) {
        options.signal?.throwIfAborted();
        rows.push({ peer: name, clients, failed: (error as Error).message });
      }
    }
  }
  return rows;
}
