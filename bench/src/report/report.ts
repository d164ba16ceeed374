import type { WorkloadParameters } from '../data/choose-parameters.ts';
import type { QueryResultRow } from '../run-workload.ts';
import type { StageResult } from '../stages/measure-stages.ts';
import type { Environment } from './machine.ts';

/** All that a run of the benchmark found. */
export interface BenchReport {
  readonly command: string;
  readonly environment: Environment;
  readonly data: {
    readonly snapshotId: string;
    readonly rows: number;
    readonly indexBytes: number;
    readonly rawBytes: number;
  };
  readonly runs: number;
  readonly isolation: 'in-process' | 'process';
  readonly parameters: WorkloadParameters;
  readonly queries: readonly QueryResultRow[];
  readonly stages: readonly StageResult[];
}
