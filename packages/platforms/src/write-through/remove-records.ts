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
  /** The table, whose key must be one column; default: the one in the definition of the platform. */
  table?: string | undefined;
  keys: readonly string[];
  /** Observations until then are discarded, later ones count; default: now. */
  at?: Date;
  /** Looks up dependent records. */
  engine: Pick<Engine, 'query'>;
  /** Default: the built-in ones. */
  platforms?: readonly PlatformDefinition[];
}

/**
 * Removes records and their dependents from an index: they disappear from SQL and endpoints with the published snapshot.
 * Earlier observations in files that are added later do not restore them.
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
    throw new AppError('usage_error', `There is no table "${platform}.${table}" to remove records from`);
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
    throw new AppError('usage_error', `No record of "${platform}.${table}" has one of these keys`);
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
