import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { videos } from '@sdq/catalog';
import { buildIndex } from '@sdq/core';
import { checkContents, openSnapshot, type Profile } from '@sdq/index';
import { expect, test } from 'vitest';
import { eachNth } from '../../../../../../test/support/each-nth.ts';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import {
  auxiliaryStructures,
  structuresOf,
} from '../../../../src/backends/duckdb/access-paths/access-paths.ts';
import { readSegment } from './read-segment.ts';

const structures = structuresOf(videos);

const child = new URL('./build-index-child.ts', import.meta.url).pathname;

/** Builds in a process of its own, killed a while after a phase began. Returns the phases it told. */
async function run(
  index: string,
  kill?: { phase: string; afterMs: number },
  mode = 'build',
  profile: Profile = 'full',
): Promise<string[]> {
  const args = ['--conditions=@sdq/source', child, index, mode, profile];
  const building: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(building, 'exit');
  const phases: string[] = [];
  if (building.stdout === null) throw new Error('no output');
  for await (const phase of createInterface({ input: building.stdout })) {
    phases.push(phase);
    if (phase !== kill?.phase) continue;
    await Promise.race([sleep(kill.afterMs), ended]);
    building.kill('SIGKILL');
  }
  await ended;
  return phases;
}

/** The index has one whole segment, the same as a build that nobody killed, and nothing is left beside it. */
async function expectUndisturbed(
  index: string,
  folder: string,
  built: readonly { readonly name: string }[],
  profile: Profile = 'full',
): Promise<void> {
  const snapshot = await openSnapshot(index);
  expect(snapshot.segments(videos)).toHaveLength(1);
  expect(await checkContents(snapshot)).toEqual([]);
  expect(await readdir(join(index, 'staging'))).toEqual([]);

  const undisturbed = join(folder, 'undisturbed');
  await writeSmallIndex(undisturbed, 2_000);
  await buildIndex({ index: undisturbed, profile });
  await using expected = await readSegment(undisturbed);
  await using found = await readSegment(index);
  expect(found.segment.structures).toEqual(expected.segment.structures);
  expect(found.segment.covers).toEqual(expected.segment.covers);
  for (const { name } of built) {
    const sql = `SELECT count(*), bit_xor(hash(t)) FROM ${name} AS t`;
    expect([name, await found.rows(sql)]).toEqual([name, await expected.rows(sql)]);
  }
}

test('kill -9 in some phases: the index stays as published, and a repeated build goes on from there', async () => {
  await using folder = await temporaryDirectory();
  const index = join(folder.path, 'index');
  await writeSmallIndex(index, 2_000);
  const published = await openSnapshot(index);
  const phases = ['checking files', 'row files', ...structures.map(({ name }) => name)];
  let before = 0;
  for (const [number, phase] of eachNth(3, [...phases.entries()])) {
    const told = await run(index, { phase, afterMs: (number * 7) % 20 });
    if (told.includes('built')) continue; // the last phase may be over before the signal arrives
    // DuckDB may leave a file that it cannot open: then everything is built again.
    const isAgain = told.includes('native file, again');
    // Structures that were whole are not begun again, but the last of them, which may not have been noted yet.
    if (!isAgain)
      expect(told.filter((name) => phases.indexOf(name) >= 2 && phases.indexOf(name) < before)).toEqual([]);
    before = number;
    expect((await openSnapshot(index)).id).toBe(published.id);
    expect(await checkContents(await openSnapshot(index))).toEqual([]);
  }
  await run(index);
  await expectUndisturbed(index, folder.path, structures);
}, 240_000);

test('kill -9 in some phases of a build of the compact profile: a repeated build makes the same', async () => {
  await using folder = await temporaryDirectory();
  const index = join(folder.path, 'index');
  await writeSmallIndex(index, 2_000);
  const compact = structuresOf(videos, undefined, 'compact');
  const auxiliary = auxiliaryStructures(videos, compact).map(({ name }) => `auxiliary ${name}`);
  const phases = [...auxiliary, ...compact.map(({ name }) => name), 'key file key'];
  for (const [number, phase] of eachNth(3, [...phases.entries()]))
    await run(index, { phase, afterMs: (number * 7) % 20 }, 'build', 'compact');
  await run(index, undefined, 'build', 'compact');
  await expectUndisturbed(index, folder.path, compact, 'compact');
}, 240_000);

test('a native file whose creation was interrupted is created again', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 2_000);
  for (const bytes of [0, 5_000]) {
    expect(await run(folder.path, { phase: 'statistics', afterMs: 0 }, 'rebuild')).not.toContain('built');
    const staging = join(folder.path, 'staging');
    const [build = ''] = await readdir(staging);
    const file = join(staging, build, 'segment.duckdb');
    await truncate(file, bytes);
    expect(await run(folder.path, undefined, 'rebuild')).toEqual(
      expect.arrayContaining(['native file, again', 'built']),
    );
  }
  expect(await checkContents(await openSnapshot(folder.path))).toEqual([]);
}, 240_000);

test('kill -9 at random: a rebuild never harms what is published', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 2_000);
  await buildIndex({ index: folder.path });
  let before = await openSnapshot(folder.path);
  for (let round = 0; round < 4; round++) {
    await run(folder.path, { phase: 'checking files', afterMs: Math.random() * 1_200 }, 'rebuild');
    const snapshot = await openSnapshot(folder.path);
    // It may have been published just before the kill.
    expect([snapshot.id, snapshot.manifest.parent]).toContain(before.id);
    before = snapshot;
    expect(await checkContents(snapshot)).toEqual([]);
  }
  expect(await run(folder.path, undefined, 'rebuild')).toContain('built');
  expect(await checkContents(await openSnapshot(folder.path))).toEqual([]);
}, 240_000);
