import type { OwnTable } from '@sdq/catalog';
import { Option } from 'commander';

/** `--catalog FILE`, of every command that reads or writes tables of one's own. */
export function catalogOption(): Option {
  return new Option(
    '--catalog <file>',
    'tables of your own: JSON, or a TypeScript or JavaScript module (docs/own-tables.md); a module is run',
  );
}

/** What the option names; nothing where it is not given. Errors: `file_missing`, `catalog_invalid`. */
export async function tablesOf(path: string | undefined): Promise<OwnTable[] | undefined> {
  if (path === undefined) return undefined;
  const { readTables } = await import('@sdq/catalog');
  return await readTables(path);
}
