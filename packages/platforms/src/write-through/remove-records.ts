import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addedTables, builtInPlatforms } from '@sdq/catalog';
import type { PlatformDefinition } from '@sdq/catalog/define';
import { AppError } from '@sdq/contract';
import type { Engine } from '@sdq/core';
import { type AddReport, addFiles } from '@sdq/ingest';
import { lineOf, removalOf } from './observation.ts';

export interface RemoveOptions {
  index: string;
  platform: string;
  /** Of the platform; its key is one column. Default: the one its definition names. */
  table?: string | undefined;
  keys: readonly string[];
  /** Observations up to then are forgotten, later ones count; default now. */
  at?: Date;
  /** Looks up what else a record is known by. */
  engine: Pick<Engine, 'query'>;
  /** Default: the built-in ones. */
  platforms?: readonly PlatformDefinition[];
}

/**
 * Takes records out of an index, and whatever hangs on them: they are gone from SQL and endpoints with the snapshot
 * that is published. Observations of before, in files that are added later, bring nothing back.
 * Errors: `usage_error`, `index_locked`, `index_missing`.
 */
export async function removeRecords(options: RemoveOptions): Promise<AddReport> {
  const { index, platform, at = new Date(), platforms = builtInPlatforms } = options;
  const definition = platforms.find((each) => each.platform === platform);
  const table = options.table ?? definition?.removals.table;
  const found = definition?.tables.find(({ name }) => name === table?.toLowerCase());
  if (
    definition === undefined ||
    found === undefined ||
    found.derivedFrom !== undefined ||
    found.key.length !== 1
  ) {
    throw new AppError('usage_error', `there is no table ${platform}.${table} to remove records from`);
  }
  const also = await alsoGone(definition, found.name, options);
  const gone = [...options.keys.map((key) => ({ table: found.name, key })), ...also];
  const lines = gone.map((each) =>
    lineOf({ ...removalOf(`${platform}.${each.table}`, each.key, at), source: 'operator' }),
  );
  const folder = await mkdtemp(join(tmpdir(), 'sdq-removals-'));
  try {
    const path = join(folder, 'removals.ndjson');
    await writeFile(path, `${lines.join('\n')}\n`);
    const report = await addFiles({
      index,
      files: [path],
      format: 'observations',
      isPassing: true,
      tables: addedTables(platforms),
    });
    const refused = report.files.find((file) => file.refused > 0 || file.error !== undefined);
    if (refused === undefined) return report;
    throw new AppError('usage_error', `no record of ${platform}.${table} has such a key`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const dependentsMax = 1_000_000;

async function alsoGone(
  { platform, removals }: PlatformDefinition,
  table: string,
  { keys, engine }: RemoveOptions,
) {
  const dependent = removals.dependents?.[table];
  if (dependent === undefined) return [];
  const parameters = { keys: [...keys] };
  const result = await engine.query(dependent.sql, { platform, parameters, limit: dependentsMax });
  const rows = await result.toArray();
  return rows.map((row) => ({ table: dependent.table, key: String(Object.values(row)[0]) }));
}
