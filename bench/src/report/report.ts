import type { Comparison } from '../beside/comparison.ts';
import type { SegmentBuild } from '../data/ensure-index.ts';
import type { TableSize } from '../data/table-sizes.ts';
import type { Participant } from '../peers/participant.ts';
import type { ThroughputRow } from '../run/run-throughput.ts';
import type { QueryResultRow } from '../run/run-workload.ts';
import type { StageResult } from '../stages/measure-stages.ts';
import type { WorkloadParameters } from '../workload/parameters.ts';
import type { Environment } from './machine.ts';

/** The format version, incremented when a field changes its meaning. Reports of other versions are not read. */
export const reportFormat = 2;

/** All results of a run of the benchmark. */
export interface BenchReport {
  readonly format: typeof reportFormat;
  readonly command: string;
  readonly environment: Environment;
  readonly data: {
    readonly snapshotId: string;
    readonly rows: number;
    readonly tables: readonly TableSize[];
    /** The build report of the segments, if the benchmark built them. */
    readonly build?: SegmentBuild;
  };
  readonly settings: {
    readonly runs: number;
    readonly isolation: 'in-process' | 'process';
    readonly timeoutSeconds: number;
    readonly memoryBytesMax: number;
    /** The query class to which the workload was restricted. */
    readonly only?: string;
  };
  readonly parameters: Omit<WorkloadParameters, 'mix'>;
  readonly participants: readonly Participant[];
  readonly queries: readonly QueryResultRow[];
  readonly throughput: readonly ThroughputRow[];
  readonly stages: readonly StageResult[];
  /** The comparison with the engine of another checkout, if there was one. */
  readonly beside?: Comparison;
}
