import { mainTimeOf, storedColumns } from '@sdq/catalog';
import { Refusal } from '../observation.ts';
import { shownName } from '../values/shown.ts';
import type { Guess } from './decide.ts';
import { type FlatTable, readingOf } from './plan-table.ts';
import type { Read } from './read-column.ts';
import { plainName } from './usual-names.ts';

/** A folder named `name=value`, as Hive and Spark write them. */
export interface FolderValue {
  readonly name: string;
  readonly value: string;
}

const partition = /^([^=]{1,80})=(.{1,200})$/s;
/** What these programs write for a value that is unknown. */
const unknownValue = '__HIVE_DEFAULT_PARTITION__';

/** The folders `name=value` in the path of a file, from outside in. */
export function folderValuesIn(path: string): readonly FolderValue[] {
  return path
    .split('/')
    .slice(0, -1)
    .flatMap((folder) => {
      const [, name, value] = partition.exec(folder) ?? [];
      return name === undefined || value === undefined ? [] : [{ name, value: decoded(value) }];
    });
}

/** Characters that a file system cannot have in names are written as `%2F`. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A plan that takes values of folders, the decisions, and the folders that are not used. */
export interface WithFolders {
  readonly plan: FlatTable;
  readonly guesses: readonly Guess[];
  /** What was taken, which decides how the file is read. */
  readonly taken: readonly FolderValue[];
  readonly unused: readonly string[];
}

/**
 * Takes values of folders for columns that the file does not have: those whose names, or usual names, they are. Keys and
 * the main time are not taken from folders. A folder that is not used is told as an unused column.
 */
export function withFolders(plan: FlatTable, folders: readonly FolderValue[]): WithFolders {
  if (folders.length === 0) return { plan, guesses: [], taken: [], unused: [] };
  const { table } = plan;
  const [usual] = (table.usualNames ?? []).filter((names) => names.table === table.name);
  const columns = [...plan.columns];
  const guesses: Guess[] = [];
  const taken: FolderValue[] = [];
  const unused: string[] = [];
  for (const folder of folders) {
    const { name, value } = folder;
    const plain = plainName(name);
    const found = storedColumns(table).find((column) => {
      const names = [column.name, ...(usual?.columns[column.name] ?? [])];
      const isFixed = table.key.includes(column.name) || column.name === mainTimeOf(table);
      return !isFixed && column.name !== table.observedBy && names.some((each) => plainName(each) === plain);
    });
    const column = columns.find((each) => each.name === found?.name);
    const isGiven = column !== undefined && (column.sources.length > 0 || column.constant !== undefined);
    if (isGiven) continue; // a column of the file, or the caller, says it
    if (found === undefined) {
      unused.push(`${name} (folder)`);
      continue;
    }
    if (value === unknownValue) continue;
    const message = `The folder "${shownName(`${name}=${value}`)}" says it. `;
    const planned = { name: found.name, type: found.type, sources: [], ...readingOf(table, found) };
    if (!isReadable(planned.read, found.name, value)) {
      unused.push(`${name} (folder)`);
      continue;
    }
    if (column !== undefined) columns.splice(columns.indexOf(column), 1);
    columns.push({ ...planned, constant: value });
    taken.push(folder);
    const mend = `To change it, pass --set ${found.name}=VALUE.`;
    guesses.push({ kind: 'folder', field: found.name, message: message + mend });
  }
  return { plan: { ...plan, columns }, guesses, taken, unused };
}

/** Whether the column understands the value: a folder is no reason to refuse rows. */
function isReadable(read: Read, field: string, value: string): boolean {
  const context = {
    notes: { add: () => {} },
    lossyFields: new Set<string>(),
    latestPlausible: 2n ** 62n,
    responseTime: null,
    refuseField: () => {},
  };
  try {
    const writing = { durationUnit: 's', dayFirst: false } as const;
    return read(value, { field, writing, context: context as never }) !== null;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
