import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { WorkloadParameters } from '../data/choose-parameters.ts';
import type { QueryResultRow } from '../run-workload.ts';
import type { StageResult } from '../stages/measure-stages.ts';
import type { Environment } from './machine.ts';
import { markdownReport } from './markdown.ts';

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

export async function writeReport(
  report: BenchReport,
  paths: { json: string; markdown: string },
): Promise<void> {
  await write(paths.json, `${JSON.stringify(report, null, 2)}\n`);
  await write(paths.markdown, markdownReport(report));
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
