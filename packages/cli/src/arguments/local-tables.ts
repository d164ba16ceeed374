import { AppError } from '@sdq/contract';

/** `--table name=file`, by name; undefined without any. Errors: `usage_error`. */
export function parseTables(
  given: readonly string[],
  isRemote: boolean,
): Readonly<Record<string, string>> | undefined {
  if (given.length === 0) return undefined;
  if (isRemote)
    throw new AppError(
      'usage_error',
      '--table cannot be used with --remote: a service reads no files of yours',
      {
        hint: 'Pass values with --param, or query an index of this machine',
      },
    );
  const tables = new Map<string, string>();
  for (const each of given) {
    const [, name, path] = /^([^=]+)=(.+)$/s.exec(each) ?? [];
    if (name === undefined || path === undefined)
      throw new AppError('usage_error', `--table ${each} names no file`, {
        hint: 'Write --table NAME=FILE, for example --table mine=ids.csv',
      });
    if (tables.has(name)) throw new AppError('usage_error', `--table ${name} is given twice`);
    tables.set(name, path);
  }
  return Object.fromEntries(tables);
}
