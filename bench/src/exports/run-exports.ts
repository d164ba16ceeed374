import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureIndex } from '../data/ensure-index.ts';
import { locations } from '../data/locations.ts';
import { peerPackageVersion } from '../peers/prepare/peer-package.ts';
import { describeEnvironment } from '../report/machine.ts';
import { type ExportsReport, exportsMarkdown } from './exports-report.ts';
import { type FormatFigure, measureFormats } from './measure-formats.ts';
import { measureService } from './measure-service.ts';
import { ensureMixedRows } from './mixed-rows.ts';

export interface ExportsOptions {
  /** The numbers of rows, each measured separately. */
  readonly counts: readonly number[];
  readonly rounds: number;
  /** The number of concurrent exports, each of which is read until it has had `gigabytes`; 0 skips the service. */
  readonly crowd: number;
  readonly gigabytes: number;
  /** The directory for results. */
  readonly results: string;
}

const serviceRows = 1_000_000;

/**
 * Measures exports in every format, compares them with peers, and writes `exports.json` and `exports.md`. Returns the
 * Markdown.
 */
export async function runExports(
  options: ExportsOptions,
  command: string,
  onProgress: (text: string) => void,
): Promise<string> {
  const chdb = await peerPackageVersion('chdb', locations.packages).then(
    () => locations.packages,
    (error: Error) => void onProgress(`no ClickHouse: ${error.message}`),
  );
  const formats: FormatFigure[][] = [];
  let encodeMs = Number.NaN;
  for (const rows of options.counts) {
    onProgress(`rows to export: ${rows}`);
    const file = await ensureMixedRows(rows);
    const measured = await measureFormats(file, rows, options.rounds, chdb ?? undefined, onProgress);
    formats.push(measured.figures);
    encodeMs = measured.encodeMs;
  }
  const report: ExportsReport = {
    command,
    environment: describeEnvironment(),
    rounds: options.rounds,
    formats,
    encodeMs,
    service: options.crowd === 0 ? null : await service(options, onProgress),
  };
  const markdown = exportsMarkdown(report);
  await mkdir(options.results, { recursive: true });
  await writeFile(join(options.results, 'exports.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(options.results, 'exports.md'), markdown);
  return markdown;
}

async function service({ rounds, crowd, gigabytes }: ExportsOptions, onProgress: (text: string) => void) {
  const directory = locations.index('1m');
  // Base files serve exports as well as segments do, and do not have to be built.
  await ensureIndex({ directory, rows: serviceRows, build: false, onProgress });
  const load = { exports: crowd, bytesEach: gigabytes * 1e9 };
  return await measureService(directory, serviceRows, rounds, load, onProgress);
}
