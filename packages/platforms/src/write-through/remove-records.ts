import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInCatalog } from '@sdq/catalog';
import { AppError, type Platform } from '@sdq/contract';
import type { Engine } from '@sdq/core';
import { type AddReport, addFiles } from '@sdq/ingest';
import { lineOf, removalOf } from './observation.ts';

export interface RemoveOptions {
  index: string;
  platform: Platform;
  /** Of the platform; its key is one column. */
  table: string;
  keys: readonly string[];
  /** Observations up to then are forgotten, later ones count; default now. */
  at?: Date;
  /** Looks up what else a record is known by. */
  engine: Pick<Engine, 'query'>;
}

/**
 * Takes records out of an index, and whatever hangs on them: they are gone from SQL and endpoints with the snapshot
 * that is published. Observations of before, in files that are added later, bring nothing back.
 * Errors: `usage_error`, `index_locked`, `index_missing`.
 */
export async function removeRecords(options: RemoveOptions): Promise<AddReport> {
  const { index, platform, table, at = new Date() } = options;
  const found = builtInCatalog.find(platform, table);
  if (found === undefined || found.derivedFrom !== undefined || found.key.length !== 1) {
    throw new AppError('usage_error', `there is no table ${platform}.${table} to remove records from`);
  }
  const also = await alsoGone(options);
  const gone = [...options.keys.map((key) => ({ table: found.name, key })), ...also];
  const lines = gone.map((each) =>
    lineOf({ ...removalOf(`${platform}.${each.table}`, each.key, at), source: 'operator' }),
  );
  const folder = await mkdtemp(join(tmpdir(), 'sdq-removals-'));
  try {
    const path = join(folder, 'removals.ndjson');
    await writeFile(path, `${lines.join('\n')}\n`);
    const report = await addFiles({ index, files: [path], format: 'observations', isPassing: true });
    const refused = report.files.find((file) => file.refused > 0 || file.error !== undefined);
    if (refused === undefined) return report;
    throw new AppError('usage_error', `no record of ${platform}.${table} has such a key`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Records that go with those of a table, where what hangs on them is found by their own keys only. */
const dependents: Readonly<Record<string, { table: string; sql: string }>> = {
  'shortvideo.authors': {
    table: 'videos',
    sql: 'SELECT video_id FROM videos WHERE list_contains($keys, author_id)',
  },
  // comments of posts hang on the id of the media
  'photo.posts': { table: 'posts', sql: 'SELECT media_id FROM posts WHERE list_contains($keys, id)' },
  'photo.profiles': {
    table: 'posts',
    sql: 'SELECT unnest([id, media_id]) FROM posts WHERE list_contains($keys, username)',
  },
};

const dependentsMax = 1_000_000;

async function alsoGone({ platform, table, keys, engine }: RemoveOptions) {
  const dependent = dependents[`${platform}.${table}`];
  if (dependent === undefined) return [];
  const parameters = { keys: [...keys] };
  const result = await engine.query(dependent.sql, { platform, parameters, limit: dependentsMax });
  const rows = await result.toArray();
  return rows.map((row) => ({ table: dependent.table, key: String(Object.values(row)[0]) }));
}
