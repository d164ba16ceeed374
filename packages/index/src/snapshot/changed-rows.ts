import { createHash } from 'node:crypto';
import { type CatalogColumn, type CatalogTable, storedColumns } from '@sdq/catalog';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { livingRows, maskRows } from '../files/living-rows.ts';
import type { FileEntry, MaskEntry } from '../manifest/manifest.ts';
import { rowsMasked } from '../manifest/masks.ts';
import type { Snapshot } from './snapshot.ts';

/** Up to so many rows, and bytes of their files, processes hold changed rows in memory. Beyond that, files are read. */
const heldMax = { rows: 200_000, bytes: 64 << 20, ordinals: 4_000_000 } as const;

const ordinal = '(first_ordinal + pos)::INTEGER AS ordinal';

/** Rows that were changed since the older files of a table were written: the same for all readers of a snapshot. */
export interface ChangedRows {
  /** A name that the same rows always have, and other rows never. */
  readonly name: string;
  /** A SELECT that returns them from Parquet files. */
  readonly sql: string;
  /** Whether they are few enough to be held in memory. */
  readonly isHeld: boolean;
  readonly rows: number;
  /** The same rows in parts that are held apart: most of them are those of the next snapshot too. Absent where there is one. */
  readonly parts?: readonly Pick<ChangedRows, 'name' | 'sql'>[];
}

/** Rows of a segment that masks hide. */
export interface MaskedRows {
  readonly rows: number;
  /** Their ordinals within the segment, in the column `ordinal`, ascending. */
  readonly ordinals: ChangedRows;
  /**
   * The same with the values that the rows had in the stored columns, but for long texts and texts without a role: these take most of
   * the time to read, and hardly any total has them.
   */
  readonly values: ChangedRows;
  /** The same with all stored columns. */
  readonly whole: ChangedRows;
  /** The names of the columns that only {@link whole} has. */
  readonly rare: readonly string[];
}

/** The rows with the values that SQL names: the texts may also be names of columns, or names that contain these. */
export function replacedRows({ values, whole, rare }: MaskedRows, texts: readonly string[]): ChangedRows {
  const isRare = (text: string) => rare.some((name) => text.includes(name) || text.includes(sqlName(name)));
  return texts.some(isRare) ? whole : values;
}

/** `firsts`: the ordinal of the first row of each file that the snapshot reads in a segment. */
export function maskedRowsOf(
  snapshot: Snapshot,
  table: CatalogTable,
  firsts: ReadonlyMap<string, number>,
): MaskedRows | undefined {
  const masks = snapshot.masks(table).flatMap((mask) => {
    const own = Object.entries(mask.files).filter(([path]) => firsts.has(path));
    return own.length === 0 ? [] : [{ ...mask, files: Object.fromEntries(own) }];
  });
  const rows = rowsMasked(masks);
  if (rows === 0) return undefined;
  const bytes = masks.reduce((sum, mask) => sum + mask.bytes, 0);
  const select = (list: readonly string[], some: readonly MaskEntry[]) => {
    const paths = new Set(some.flatMap((mask) => Object.keys(mask.files)));
    const files = snapshot.files(table).filter(({ path }) => paths.has(path));
    const numbers = files.map(({ path }) => `(${sqlString(path)}, ${firsts.get(path)})`).join(', ');
    return `SELECT ${[ordinal, ...list].join(', ')} FROM ${maskRows(snapshot.root, { files, masks: some })}
      JOIN (VALUES ${numbers}) AS numbers(file_path, first_ordinal) USING (file_path) ORDER BY ordinal`;
  };
  const replaced = (columns: readonly CatalogColumn[]) => {
    const valuesIn = (some: readonly MaskEntry[]) =>
      columns.map(({ name, type }) => {
        const isIn = some.some(({ schema }) => schema?.columns[name] !== undefined);
        return `${isIn ? sqlName(name) : 'NULL'}::${type} AS ${sqlName(name)}`;
      });
    const parts = partsOf(masks, (mask) => rowsMasked([mask]));
    return changedRows('replaced', (some) => select(valuesIn(some), some), parts, {
      rows,
      isHeld: isFew(rows, bytes),
    });
  };
  const all = storedColumns(table);
  const rare = all.filter((column) => isRare(table, column)).map(({ name }) => name);
  return {
    rows,
    ordinals: changedRows('masked', (some) => select([], some), [masks], {
      rows,
      isHeld: rows <= heldMax.ordinals,
    }),
    values: replaced(all.filter((column) => !rare.includes(column.name))),
    whole: replaced(all),
    rare,
  };
}

function isRare({ key }: CatalogTable, { name, type, role, isLong }: CatalogColumn): boolean {
  if (key.includes(name)) return false;
  return role === undefined ? type.startsWith('VARCHAR') : isLong === true && role !== 'tags';
}

/** Rows of delta files that no mask hides; those that are held lie together by owner, as they are mostly asked for. */
export function deltaRows(
  snapshot: Snapshot,
  table: CatalogTable,
  files: readonly FileEntry[],
): ChangedRows | undefined {
  if (files.length === 0) return undefined;
  const list = storedColumns(table).map(({ name }) => sqlName(name));
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const isHeld = isFew(rows, bytes);
  const order = isHeld ? orderOfHeld(table) : '';
  const masks = snapshot.masks(table);
  const select = (some: readonly FileEntry[]) =>
    `SELECT ${list.join(', ')} FROM ${livingRows(snapshot.root, table, { files: some, masks })}${order}`;
  const parts = partsOf(files, (file) => file.rows);
  return changedRows('delta', select, parts, { rows, isHeld });
}

/** By the first column that tells whose rows they are: where rows of one value lie together, few others are read with them. */
function orderOfHeld(table: CatalogTable): string {
  const owner = storedColumns(table).find(({ role }) => role === 'owner' || role === 'parent');
  return owner === undefined ? '' : ` ORDER BY ${sqlName(owner.name)}`;
}

function isFew(rows: number, bytes: number): boolean {
  return rows <= heldMax.rows && bytes <= heldMax.bytes;
}

/** Fewer rows are read anew from all their files, which takes milliseconds. */
const partRowsMin = 2_000;
/** So many parts at most, as each query reads all of them. */
const partsMax = 5;

/**
 * Parts of files that are read and held apart: the largest files are parts of their own. Adds are merged by size, so these stay for
 * many snapshots, and the others, which are one part, are those that change.
 */
function partsOf<Each>(all: readonly Each[], rowsOf: (each: Each) => number): (readonly Each[])[] {
  const large = all
    .filter((each) => rowsOf(each) >= partRowsMin)
    .sort((a, b) => rowsOf(b) - rowsOf(a))
    .slice(0, partsMax - 1);
  const small = all.filter((each) => !large.includes(each));
  return [...large.map((each) => [each]), ...(small.length === 0 ? [] : [small])];
}

/** Files are named by their content, and so are rows by the SQL that names all their files. */
export function nameOfRows(kind: string, sql: string): string {
  return `${kind}_${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`;
}

function changedRows<Each>(
  kind: string,
  sqlOf: (files: readonly Each[]) => string,
  parts: readonly (readonly Each[])[],
  { rows, isHeld }: Pick<ChangedRows, 'rows' | 'isHeld'>,
): ChangedRows {
  const named = (files: readonly Each[]) => {
    const sql = sqlOf(files);
    return { name: nameOfRows(kind, sql), sql };
  };
  const whole = { ...named(parts.flat()), isHeld, rows };
  return isHeld && parts.length > 1 ? { ...whole, parts: parts.map(named) } : whole;
}
