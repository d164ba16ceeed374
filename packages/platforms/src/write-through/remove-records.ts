import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addedTables, builtInPlatforms, hasParentLinks, parentLinksName } from '@sdq/catalog';
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
  /** Why, as it is stored with the removals. */
  reason?: string | undefined;
  /** Observations until then are discarded, later ones count unless `forGood`; default: now. */
  at?: Date;
  /** Whether observations made after `at` are discarded too, until the records are removed again without it; default false. */
  forGood?: boolean | undefined;
  /** Looks up dependent records. */
  engine: Pick<Engine, 'query'>;
  /** Default: the built-in ones. */
  platforms?: readonly PlatformDefinition[];
}

export interface RemoveReport extends AddReport {
  /** The removed records, with those that the definition of the platform says depend on them. */
  readonly gone: readonly { readonly table: string; readonly key: string }[];
}

/**
 * Ids, `platform.name`, of a table and of all tables whose rows are removed with its rows or are derived from them, and
 * of the internal table of their parents.
 * Errors: `usage_error`.
 */
export function tablesRemovedWith(
  platform: string,
  table?: string,
  platforms: readonly PlatformDefinition[] = builtInPlatforms,
): string[] {
  const definition = platforms.find((each) => each.platform === platform);
  const name = (table ?? definition?.removals.table ?? '').toLowerCase();
  const all = definition?.tables ?? [];
  if (!all.some((each) => each.name === name))
    throw new AppError('usage_error', `There is no table "${platform}.${table}"`);
  const found = new Set([name]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const each of all) {
      if (each.removedWith !== undefined && found.has(each.removedWith.table)) found.add(each.name);
      const { table: dependent } = definition?.removals.dependents?.[each.name] ?? {};
      if (dependent !== undefined && found.has(each.name)) found.add(dependent);
      if (each.derivedFrom !== undefined && found.has(each.derivedFrom.table)) found.add(each.name);
    }
  }
  if (all.some((each) => found.has(each.name) && hasParentLinks(each))) found.add(parentLinksName);
  return [...found].map((each) => `${platform}.${each}`);
}

/**
 * Removes records and their dependents from an index: they disappear from SQL and endpoints with the published snapshot.
 * Earlier observations in files that are added later do not restore them.
 * Errors: `usage_error`, `index_locked`, `index_missing`.
 */
export async function removeRecords(options: RemoveOptions): Promise<RemoveReport> {
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
    lineOf({ ...removalOf(`${platform}.${each.table}`, each.key, at, options), source: 'operator' }),
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
    if (refused === undefined) return { ...report, gone };
    throw new AppError('usage_error', `No record of "${platform}.${table}" has one of these keys`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Keys of the records of these authors, which are named by ID or by name.
 * Errors: `usage_error` for a table without an author, and for one whose key has several columns.
 */
export async function recordsOf({
  platform,
  table: name,
  authors,
  engine,
  keysMax,
  platforms = builtInPlatforms,
}: Pick<RemoveOptions, 'platform' | 'table' | 'engine' | 'platforms'> & {
  authors: readonly string[];
  /** One key more than these is returned at most. */
  keysMax: number;
}): Promise<string[]> {
  const definition = platforms.find((each) => each.platform === platform);
  const table = definition?.tables.find(
    (each) => each.name === (name ?? definition.removals.table).toLowerCase(),
  );
  const columns = (table?.columns ?? []).filter(
    ({ role, nameOf }) => role === 'owner' || (role === 'owner-name' && nameOf !== undefined),
  );
  const [key] = table?.key ?? [];
  const [first] = columns;
  if (table === undefined || key === undefined || table.key.length > 1 || first === undefined)
    throw new AppError('usage_error', `Records of "${platform}.${name}" cannot be removed by author`);
  const owner = first.role === 'owner' ? first.name : (first.nameOf ?? first.name);
  const named = columns.filter((column) => column.name === owner || column.nameOf === owner);
  const where = named.map((column) => `list_contains($authors, ${column.name})`).join(' OR ');
  const result = await engine.query(`SELECT ${key} FROM ${table.name} WHERE ${where}`, {
    platform,
    parameters: { authors: [...authors] },
    limit: keysMax + 1,
  });
  return (await result.toArray()).map((row) => String(Object.values(row)[0]));
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
