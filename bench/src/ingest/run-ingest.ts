import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { locations } from '../data/locations.ts';
import { median } from '../measure/statistics.ts';
import { peerPackageVersion } from '../peers/prepare/peer-package.ts';
import { describeEnvironment } from '../report/machine.ts';
import type { ImportCost, ImportStages, ImportTask } from './contestant.ts';
import { type IngestFigure, type IngestReport, ingestMarkdown } from './ingest-report.ts';
import { ensureSourceFiles, type SourceFile } from './source-files.ts';

export interface IngestOptions {
  readonly videos: { readonly count: number; readonly text: string };
  readonly rounds: number;
  /** The directory for results. */
  readonly results: string;
}

const program = fileURLToPath(new URL('contestant.ts', import.meta.url));
const timeoutMs = 15 * 60_000;

/** Measures imports of each format beside peers, and writes `ingest.json` and `ingest.md`. Returns the Markdown. */
export async function runIngest(
  options: IngestOptions,
  command: string,
  onProgress: (text: string) => void,
): Promise<string> {
  const hasChdb = await peerPackageVersion('chdb', locations.packages).then(
    () => true,
    (error: Error) => {
      onProgress(`no ClickHouse: ${error.message}`);
      return false;
    },
  );
  const files = await ensureSourceFiles(options.videos, onProgress);
  const figures: IngestFigure[] = [];
  for (const file of files) {
    const costs = new Map<ImportTask['contestant'], ImportCost[]>();
    for (let round = 1; round <= options.rounds; round++) {
      for (const contestant of contestantsOf(file, hasChdb)) {
        onProgress(`${file.format}, round ${round}: ${contestant}`);
        costs.set(contestant, [...(costs.get(contestant) ?? []), await importOnce(contestant, file)]);
      }
    }
    for (const [contestant, list] of costs) figures.push(figureOf(contestant, file, list));
  }
  const report: IngestReport = {
    command,
    environment: describeEnvironment(),
    rounds: options.rounds,
    figures,
  };
  const markdown = ingestMarkdown(report);
  await mkdir(options.results, { recursive: true });
  await writeFile(join(options.results, 'ingest.json'), `${JSON.stringify(report, null, 1)}\n`);
  await writeFile(join(options.results, 'ingest.md'), markdown);
  return markdown;
}

/** ClickHouse takes flat files only: nested records would need a schema by hand. */
function contestantsOf({ format }: SourceFile, hasChdb: boolean): ImportTask['contestant'][] {
  const isFlat = format === 'csv' || format === 'ndjson';
  return ['sdq', 'duckdb', ...(hasChdb && isFlat ? (['clickhouse'] as const) : [])];
}

async function importOnce(contestant: ImportTask['contestant'], file: SourceFile): Promise<ImportCost> {
  const into = await mkdtemp(join(tmpdir(), 'sdq-bench-ingest-'));
  try {
    const task: ImportTask = {
      contestant,
      format: file.format,
      path: file.path,
      into,
      packages: locations.packages,
    };
    const words = ['--conditions=@sdq/source', program, JSON.stringify(task)];
    const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: timeoutMs });
    const cost = JSON.parse(stdout) as ImportCost;
    if (cost.rows !== file.rows)
      throw new Error(`${contestant} took ${cost.rows} of ${file.rows} rows of ${file.format}`);
    return cost;
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

function figureOf(
  contestant: ImportTask['contestant'],
  { format, rows, bytes }: SourceFile,
  costs: readonly ImportCost[],
): IngestFigure {
  const of = (pick: (cost: ImportCost) => number) => median(costs.map(pick));
  return {
    ...{ contestant, format, rows, bytes },
    cpuMs: of(({ cpuMs }) => cpuMs),
    wallMs: of(({ wallMs }) => wallMs),
    peakBytes: of(({ peakBytes }) => peakBytes),
    ...(costs[0]?.stages !== undefined && { stages: stagesOf(costs) }),
  };
}

function stagesOf(costs: readonly ImportCost[]): ImportStages {
  const of = (stage: keyof ImportStages) => median(costs.map(({ stages }) => stages?.[stage] ?? 0));
  return { start: of('start'), look: of('look'), rows: of('rows'), tables: of('tables') };
}
