import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { videos } from '@sdq/catalog';
import { openSnapshot } from '@sdq/index';
import type { BenchHooks } from '../bench-hooks.ts';
import { videoSuite } from '../collection/videos/suite.ts';
import { describeEnvironment } from '../report/machine.ts';
import { saveLiving } from './living-report.ts';
import { measureAdds } from './measure-adds.ts';

export interface LivingCollectionOptions {
  /** An index of a public collection of videos. */
  readonly index: string;
  /** The Parquet file that it was made of, from which the constants of questions are drawn. */
  readonly source: string;
  readonly runs: number;
  /** The directory for results, and the name of the report. */
  readonly results: string;
  readonly name: string;
}

/** As in the benchmark of collections. */
const memoryBytesMax = 4 * 2 ** 30;
/** Of the constants; the same file gives the same ones. */
const seed = 1;

/**
 * Measures adds to copies of an index of a public collection, and the questions about it before and after. A copy shares the data
 * files of the index, which does not change. Writes `<name>.json` and `<name>.md`. Returns the Markdown.
 */
export async function runLivingCollection(
  { index, source, runs, results, name }: LivingCollectionOptions,
  command: string,
  { signal, onProgress }: BenchHooks,
): Promise<string> {
  const base = resolve(index);
  const snapshot = await openSnapshot(base);
  const work = `${base}-living`;
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  onProgress('drawing constants');
  const [questions = []] = await videoSuite.draw(source, 1, seed);
  const queries = questions.map(({ name, sql }) => ({ name, sql: sql('sdq'), spellings: {} }));
  const process = { timeoutMs: 120_000, scratch: work, signal };
  try {
    const measured = { base, snapshot, work, memoryBytesMax };
    const { small, large, pairs } = await measureAdds(measured, queries, { runs, process, onProgress });
    const report = {
      ...{ command, environment: describeEnvironment(), rows: snapshot.rows(videos), runs },
      ...{ small, large, pairs, many: null, load: null, peers: [] },
    };
    return await saveLiving(report, results, name);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
