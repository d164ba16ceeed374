import type { OwnTable } from '@sdq/catalog';
import { Option } from 'commander';

/** `--catalog FILE`, of every command that reads or writes user-defined tables. */
export function catalogOption(): Option {
  return new Option(
    '--catalog <file>',
    'descriptions of your own tables: JSON, or a TypeScript or JavaScript module, which is executed (docs/own-tables.md)',
  );
}

/** The tables of the file; undefined if the option is not given. Errors: `file_missing`, `catalog_invalid`. */
export async function tablesOf(path: string | undefined): Promise<OwnTable[] | undefined> {
  if (path === undefined) return undefined;
  const { readTables } = await import('@sdq/catalog');
  return await readTables(path);
}
