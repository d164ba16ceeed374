import type { Throughput } from '../measure/throughput.ts';
import { mixOf } from '../workload/mix.ts';
import type { WorkloadParameters } from '../workload/parameters.ts';
import type { Contestant } from './contestant.ts';

export type ThroughputRow =
  | ({ readonly peer: string } & Throughput)
  | { readonly peer: string; readonly clients: number; readonly failed: string };

export interface RunThroughputOptions {
  /** The numbers of clients, each measured separately. */
  readonly concurrency: readonly number[];
  readonly durationMs: number;
  readonly signal?: AbortSignal;
  onProgress?(text: string): void;
}

/** Measures concurrent short queries, one contestant after another, so that each can use the whole machine. */
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
