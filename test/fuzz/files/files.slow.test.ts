import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { previewFiles } from '@sdq/ingest';
import { expect, test } from 'vitest';
import { Random } from '../sql/random.ts';
import { mutate } from './mutate.ts';
import { runFiles } from './run-files.ts';
import { wellFormedFiles } from './well-formed.ts';

test('the files that are mutated are imported without a refusal, and a seed gives the same bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-well-formed-'));
  try {
    const files = await wellFormedFiles(folder);
    const paths = files.map(({ content, name }) => ({ name, content, path: join(folder, name) }));
    for (const { path, content } of paths) await writeFile(path, content);
    const { files: previews } = await previewFiles({ files: paths.map(({ path }) => path) });
    const told = previews.map(({ name, records, accepted, error }) => ({ name, records, accepted, error }));
    expect(told.filter(({ records, accepted }) => records === 0 || records !== accepted)).toEqual([]);
    const made = () => Array.from({ length: 50 }, (_, seed) => mutate(files, new Random(seed)));
    expect(made()).toEqual(made());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** `npm run fuzz -- files` imports as many as are wanted; these are 2,000, or as many as ten seconds allow. */
test('mutated files end no process, block none, and all of their records are accounted for', async () => {
  const summary = await runFiles({ files: 2_000, seconds: 10, seed: 1, processes: 2, addedOf: 32 });
  expect(summary.wrong).toEqual([]);
  expect(summary.outcomes.accepted).toBeGreaterThan(20);
});
