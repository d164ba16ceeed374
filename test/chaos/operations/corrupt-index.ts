import { copyFile, cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAccounts } from '@sdq/accounts';
import { openEngine } from '@sdq/core';
import { manifestFiles, openSnapshot } from '@sdq/index';
import { startService } from '@sdq/server';
import { unlimited, writeIndex } from '../../support/test-service.ts';
import { callSql } from '../service/call.ts';
import { makePlace } from '../service/place.ts';

export interface CorruptResult {
  damages: number;
  /** New snapshots that were taken up although damaged. */
  takenUp: number;
  /** Answers that were wrong or missing while a damaged snapshot lay there. */
  wrongAnswers: number;
  /** The undamaged snapshot was taken up in the end. */
  healedTakenUp: boolean;
}

interface Damage {
  what: string;
  path: string;
  change: (bytes: Buffer) => Buffer | undefined;
}

/** Publishes new snapshots with every file damaged in every way, under a service that goes on answering. */
export async function corruptIndex(options: {
  rounds: number;
  signal?: AbortSignal;
}): Promise<CorruptResult> {
  await using place = await makePlace();
  const next = join(place.directory, 'next');
  await writeIndex(next, 15_001);
  await cp(join(next, 'data'), join(place.index, 'data'), { recursive: true });
  await cp(join(next, 'snapshots'), join(place.index, 'snapshots'), { recursive: true });
  const upcoming = await openSnapshot(next);
  await using engine = await openEngine({ index: place.index, threads: 1, refreshMs: 0, cacheBytesMax: 0 });
  await using accounts = await openAccounts({ directory: place.accounts });
  const service = await startService({ engine, accounts, host: '127.0.0.1', port: 0, limits: unlimited });
  const before = engine.snapshotId;
  const ask = async () => {
    const answer = await callSql(service.url, place.key, { query: 'SELECT count(*) AS n FROM videos' });
    const { snapshot_id, rows } = (answer?.body.data ?? {}) as { snapshot_id?: string; rows?: unknown };
    return JSON.stringify([snapshot_id, rows]);
  };
  const expected = await ask();
  const result: CorruptResult = { damages: 0, takenUp: 0, wrongAnswers: 0, healedTakenUp: false };
  const publish = async () => {
    await copyFile(join(next, 'CURRENT'), join(place.index, 'CURRENT.new'));
    await rename(join(place.index, 'CURRENT.new'), join(place.index, 'CURRENT'));
  };
  await publish();
  const files = [...manifestFiles(upcoming.manifest)].map(({ path }) => path);
  for (let round = 0; round < options.rounds; round++) {
    for (const damage of damagesOf(files, `snapshots/${upcoming.id}.json`)) {
      options.signal?.throwIfAborted();
      const path = join(place.index, damage.path);
      const whole = await readFile(path);
      const changed = damage.change(whole);
      await rm(path); // a new file, as a copy that went wrong would be
      if (changed !== undefined) await writeFile(path, changed);
      await engine.refresh().catch(() => {});
      result.damages++;
      if (engine.snapshotId !== before) result.takenUp++;
      else if ((await ask()) !== expected) result.wrongAnswers++;
      await rm(path, { force: true });
      await writeFile(path, whole);
      if (engine.snapshotId !== before) throw new Error(`${damage.what} of ${damage.path} was not noticed`);
    }
  }
  await engine.refresh();
  result.healedTakenUp = engine.snapshotId === upcoming.id && (await ask()) !== expected;
  await service.close();
  return result;
}

function damagesOf(files: readonly string[], manifest: string): Damage[] {
  const flip = (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    const at = Math.floor(Math.random() * changed.length);
    changed.writeUInt8(changed.readUInt8(at) ^ (1 << Math.floor(Math.random() * 8)), at);
    return changed;
  };
  const ways: Omit<Damage, 'path'>[] = [
    { what: 'a bit flip', change: flip },
    { what: 'a cut', change: (bytes) => bytes.subarray(0, Math.floor(Math.random() * bytes.length)) },
    { what: 'a longer end', change: (bytes) => Buffer.concat([bytes, Buffer.from([0])]) },
    { what: 'absence', change: () => undefined },
  ];
  const ofManifest: Omit<Damage, 'path'>[] = [
    ...ways.slice(1),
    { what: 'another text', change: () => Buffer.from('{}') },
    {
      what: 'other rows',
      change: (bytes) => Buffer.from(bytes.toString().replace(/"rows":\s*5000/, '"rows": 5001')),
    },
  ];
  return [
    ...files.flatMap((path) => ways.map((way) => ({ ...way, path }))),
    ...ofManifest.map((way) => ({ ...way, path: manifest })),
  ];
}
