import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type Platform, platforms } from '@sdq/contract';
import { z } from 'zod';
import { type PlatformFacts, platformFacts } from './platform-facts.ts';

/** What an operator has said of an index' platforms, beside the index. */
const labels = z.partialRecord(z.enum(platforms), z.object({ sql: z.enum(['ready', 'soon']) }));

type Labels = z.infer<typeof labels>;

/** The platforms' labels as they hold for an index. Errors: `file_malformed`. */
export async function readPlatformFacts(index: string): Promise<PlatformFacts[]> {
  const given = await readLabels(index);
  return platformFacts.map((facts) => {
    const sql = given[facts.platform]?.sql;
    if (sql === undefined) return facts;
    return sql === 'ready'
      ? { ...facts, status: 'SQL ready', sql: 'available' }
      : { ...facts, status: 'indexing in progress', sql: 'coming soon' };
  });
}

/** Marks the SQL of a platform ready or not; services that start from then on go by it. */
export async function markSql(index: string, platform: Platform, sql: 'ready' | 'soon'): Promise<void> {
  const given = { ...(await readLabels(index)), [platform]: { sql } };
  const path = join(index, 'platforms.json');
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(given, null, 2)}\n`);
  await rename(temporary, path);
}

async function readLabels(index: string): Promise<Labels> {
  const path = join(index, 'platforms.json');
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
    throw new AppError('file_malformed', `${path} does not tell platforms' labels`, { cause });
  }
}
