import { createHash } from 'node:crypto';
import { type CatalogTable, elementOf, keyFileTypes, mainTimeOf, pathsOf, storedColumns } from '@sdq/catalog';
import type { KeyFileEntry, LiveSegment, Profile } from '@sdq/index';
import { columnOf, type StructureColumn, scanOf } from './structure.ts';

/** Increase it when key files of the same rows and description would be written differently than before. */
const keyFilesVersion = 1;

/** The name of the key file of a table's key. */
export const keyName = 'key';

/** A key file of a segment, as data: which rows it gives for which keys. Rows with NULL in the key are not in it. */
export interface DescribedKeyFile {
  readonly name: string;
  /** The column of the table whose values, or their elements, are the keys; undefined for the key of the table. */
  readonly of?: string;
  /** Columns of the key, in order. */
  readonly columns: readonly StructureColumn[];
  /** Whether each key has one row. */
  readonly isUnique: boolean;
  /**
   * The structure that it is made from: with the columns of the key, `time` and, unless it is the scan, ordinals.
   */
  readonly from: string;
  /** The column by which the rows of a key are ordered, newest first, rows of the same time by ordinal. */
  readonly time?: string;
  /** Minimum rows of the table for it to be built. */
  readonly rowsMin: number;
}

const described = new WeakMap<CatalogTable, Readonly<Record<Profile, readonly DescribedKeyFile[]>>>();

/**
 * The key files of a table with this number of rows (default: any number): its key, if its columns have types that key
 * files store; and each owner, name of an owner, parent and tag whose rows a structure clusters. The compact profile has of
 * these only the owner by which base files are sorted: ordinals that follow each other take a byte.
 */
export function keyFilesOf(
  table: CatalogTable,
  rows = Number.POSITIVE_INFINITY,
  profile: Profile = 'full',
): readonly DescribedKeyFile[] {
  const known = described.get(table) ?? describe(table);
  described.set(table, known);
  return known[profile].filter(({ rowsMin }) => rows >= rowsMin);
}

/** The key file of the key, if the table has one. */
export function keyFileOfKey(table: CatalogTable): DescribedKeyFile | undefined {
  return keyFilesOf(table).find(({ name }) => name === keyName);
}

/** The key file by the values of a column, or by their elements, if the table has one. */
export function keyFileBy(table: CatalogTable, column: string): DescribedKeyFile | undefined {
  return keyFilesOf(table).find(({ of }) => of === column);
}

/** A hash of all that its content depends on beside the rows: equal if it would be built the same way today. */
export function keyFileDefinition({ columns, isUnique, time }: DescribedKeyFile): string {
  const content = JSON.stringify([keyFilesVersion, columns, isUnique, time ?? null]);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** The file of a segment, if it has one that is as described. */
export function keyFileIn(
  { segment }: Pick<LiveSegment, 'segment'>,
  file: DescribedKeyFile,
): KeyFileEntry | undefined {
  const entry = segment.key_files?.[file.name];
  return entry?.definition === keyFileDefinition(file) ? entry : undefined;
}

function describe(table: CatalogTable): Record<Profile, readonly DescribedKeyFile[]> {
  const full = [...ofKey(table), ...ofGroups(table)].filter(({ columns }) =>
    columns.every(({ type }) => keyFileTypes.has(type)),
  );
  const [sorted] = table.sortBy;
  const compact = full.flatMap((file) => {
    if (file.of === undefined) return [file];
    // Rows are found by the first column of their key without it.
    const isSorted = file.of === sorted && file.of !== table.key[0];
    return isSorted ? [{ ...file, from: scanOf(table).structure }] : [];
  });
  return { full, compact };
}

function ofKey(table: CatalogTable): DescribedKeyFile[] {
  const scan = pathsOf(table).find(({ path }) => path === 'native-scan');
  const stored = new Map(storedColumns(table).map((column) => [column.name, column.type]));
  const columns = table.key.map((name) => ({ name, type: stored.get(name) ?? '' }));
  if (scan === undefined || columns.length === 0) return [];
  const { structure: from, rowsMin = 0 } = scan;
  return [{ name: keyName, columns, isUnique: true, from, rowsMin }];
}

function ofGroups(table: CatalogTable): DescribedKeyFile[] {
  const time = mainTimeOf(table);
  const stored = new Map(storedColumns(table).map((column) => [column.name, column.type]));
  return pathsOf(table)
    .filter(({ path }) => path === 'owner-rows' || path === 'tag-rows')
    .map((instance) => {
      const column = columnOf(instance);
      const type = stored.get(column) ?? '';
      return {
        name: `by_${column}`,
        of: column,
        // A list of tags has a key for each element.
        columns: [{ name: elementOf(table, column), type: type.replace(/\[\]$/, '') }],
        isUnique: false,
        from: instance.structure,
        ...(time === undefined ? {} : { time }),
        rowsMin: instance.rowsMin ?? 0,
      };
    });
}
