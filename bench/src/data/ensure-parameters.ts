import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '@sdq/duckdb';
import type { WorkloadParameters } from '../workload/parameters.ts';
import { chooseParameters } from './choose-parameters.ts';

/** Incremented when parameters are added or chosen differently: cached ones are then chosen again. */
const version = 1;

/** The parameters for these rows: cached, or chosen now, which reads all rows several times. */
export async function ensureParameters(
  directory: string,
  views: readonly string[],
  onProgress: (text: string) => void = () => {},
): Promise<WorkloadParameters> {
  const path = join(directory, `parameters-${version}.json`);
  try {
    return JSON.parse(await readFile(path, 'utf8')) as WorkloadParameters;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  onProgress('choosing parameters');
  await mkdir(directory, { recursive: true });
  const spill = join(directory, 'spill');
  const parameters = await (async () => {
    await using database = await Database.open({ memoryBytesMax: 4 * 2 ** 30, temporaryDirectory: spill });
    return await chooseParameters(database, views);
  })();
  await rm(spill, { recursive: true, force: true });
  await writeFile(`${path}.building`, JSON.stringify(parameters));
  await rename(`${path}.building`, path);
  return parameters;
}
