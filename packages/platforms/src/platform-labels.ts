import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInPlatforms } from '@sdq/catalog';
import type { PlatformDefinition } from '@sdq/catalog/define';
import { AppError, replaceFile } from '@sdq/contract';
import { z } from 'zod';

/** The operator's labels of platforms, in a file in the index directory. */
const labels = z.record(z.string(), z.object({ sql: z.enum(['ready', 'soon']) }));

type Labels = z.infer<typeof labels>;

/** The labels of the platforms for an index. Errors: `file_malformed`. */
export async function readPlatformFacts(
  index: string,
  platforms: readonly PlatformDefinition[] = builtInPlatforms,
): Promise<PlatformDefinition[]> {
  const given = await readLabels(index);
  const unknown = Object.keys(given).find((name) => !platforms.some(({ platform }) => platform === name));
  if (unknown !== undefined) {
    const known = platforms.map(({ platform }) => platform).join(', ');
    throw new AppError('file_malformed', `"${labelsPath(index)}" names the unknown platform "${unknown}"`, {
      hint: `The platforms are ${known}`,
    });
  }
  return platforms.map((facts) => {
    const sql = given[facts.platform]?.sql;
    if (sql === undefined) return facts;
    return sql === 'ready'
      ? { ...facts, status: 'SQL ready', sql: 'available' }
      : { ...facts, status: 'indexing in progress', sql: 'coming soon' };
  });
}

/** Marks the SQL of a platform ready or not; it applies to services that start afterwards. */
export async function markSql(index: string, platform: string, sql: 'ready' | 'soon'): Promise<void> {
  const given = { ...(await readLabels(index)), [platform]: { sql } };
  await replaceFile(labelsPath(index), `${JSON.stringify(given, null, 2)}\n`);
}

async function readLabels(index: string): Promise<Labels> {
  const path = labelsPath(index);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return labels.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('file_malformed', `"${path}" is not a valid file of platform labels`, { cause });
  }
}

function labelsPath(index: string): string {
  return join(index, 'platforms.json');
}
