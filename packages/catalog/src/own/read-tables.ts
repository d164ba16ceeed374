import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '@sdq/contract';
import type { TableDescription } from './column-description.ts';
import { defineTable, type OwnTable } from './define-table.ts';

const form = 'one table {name, description, columns}, a list of them, or {"platform": …, "tables": […]}';

/**
 * Reads the table definitions in a file: JSON, or a JavaScript or TypeScript module whose default export, or else each
 * exported object, is a description or the result of `defineTable`. A module is executed: read only trusted files.
 *
 * Errors: `file_missing`; `catalog_invalid` with every fault, its location and how to correct it.
 */
export async function readTables(path: string): Promise<OwnTable[]> {
  const isModule = /^\.[cm]?[jt]s$/.test(extname(path));
  const described = isModule ? await readModule(path) : await readJson(path);
  if (described.length === 0) {
    throw new AppError('catalog_invalid', `"${path}" describes no table`, {
      hint: `Expected content: ${form}`,
    });
  }
  const tables: OwnTable[] = [];
  const faults: string[] = [];
  for (const each of described) {
    try {
      tables.push(isOwn(each) ? each : defineTable(each as TableDescription));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      faults.push(error.message);
    }
  }
  if (faults.length > 0) throw new AppError('catalog_invalid', `${path}:\n${faults.join('\n')}`);
  return tables;
}

function isOwn(value: unknown): value is OwnTable {
  return (value as { isOwn?: unknown } | null)?.isOwn === true;
}

async function readJson(path: string): Promise<unknown[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw missing(path, cause);
  });
  try {
    return tablesIn(JSON.parse(text));
  } catch (cause) {
    throw new AppError('catalog_invalid', `"${path}" is not valid JSON: ${(cause as Error).message}`, {
      cause,
      hint: `Expected content: ${form}`,
    });
  }
}

async function readModule(path: string): Promise<unknown[]> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = (await import(pathToFileURL(resolve(path)).href)) as typeof module;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (cause instanceof AppError) throw new AppError('catalog_invalid', `${path}:\n${message}`, { cause });
    if (code === 'ERR_MODULE_NOT_FOUND' && message.includes(resolve(path))) throw missing(path, cause);
    const hint =
      code === 'ERR_UNKNOWN_FILE_EXTENSION'
        ? `Node ${process.versions.node} does not read TypeScript: use Node 24, or write JavaScript or JSON`
        : 'Run it with node to see the error';
    throw new AppError('catalog_invalid', `"${path}" cannot be loaded: ${message}`, { cause, hint });
  }
  const { default: given, ...named } = module;
  if (given !== undefined) return tablesIn(given);
  return Object.values(named)
    .filter((value) => typeof value === 'object')
    .flatMap(tablesIn);
}

/** Descriptions, or tables, in the content of a file. A platform given for a list is the default for its tables. */
function tablesIn(held: unknown): unknown[] {
  if (Array.isArray(held)) return held;
  if (typeof held !== 'object' || held === null) return [held];
  if (!('tables' in held) || !Array.isArray(held.tables)) return [held];
  if (!('platform' in held)) return held.tables;
  const { platform } = held;
  return held.tables.map((table: unknown) =>
    typeof table === 'object' && table !== null && !isOwn(table) ? { platform, ...table } : table,
  );
}

function missing(path: string, cause: unknown): AppError {
  return new AppError('file_missing', `The description "${path}" cannot be read`, { cause });
}
