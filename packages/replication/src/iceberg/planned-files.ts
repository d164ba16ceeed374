import { createHash } from 'node:crypto';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
import {
  addedRows,
  type FileEntry,
  hiddenRows,
  layout,
  type MaskEntry,
  maskRows,
  type Snapshot,
  type TableState,
  tableContent,
} from '@sdq/index';
import { content } from './manifest.ts';
import { type PartitionSpec, unpartitioned } from './table-metadata.ts';
import type { TablePlace } from './table-place.ts';

/** A table of a snapshot, and the table that it is derived from. */
export interface TableOfSnapshot {
  readonly snapshot: Snapshot;
  readonly table: CatalogTable;
  readonly source: CatalogTable | undefined;
}

interface Planned {
  readonly key: string;
  readonly content: number;
  readonly spec: PartitionSpec;
  /** `YYYY-MM`; null where a file has rows of any month. */
  readonly month: string | null;
}

/** A file that the open table consists of: one of the index, or one that has to be made. */
export type PlannedFile = StoredFile | DeletesFile | DerivedFile;

export interface StoredFile extends Planned {
  readonly kind: 'stored';
  readonly entry: FileEntry;
}

/** Positions of the rows of one file that masks hide. */
export interface DeletesFile extends Planned {
  readonly kind: 'deletes';
  readonly entry: FileEntry;
}

/** Rows of a derived table that follow from delta files of its source. */
export interface DerivedFile extends Planned {
  readonly kind: 'derived';
}

/** Whether a table may have rows: a derived one without files of its own may have some from delta files of its source. */
export function hasFiles({ snapshot, table, source }: TableOfSnapshot): boolean {
  return (
    snapshot.files(table).length > 0 || (source !== undefined && snapshot.files(source).some(layout.isDelta))
  );
}

/** Equal for all snapshots in which a table has the same rows in the same files. */
export function contentOf({ snapshot, table, source }: TableOfSnapshot): string {
  const own = tableContent(snapshot, table);
  if (source === undefined || !isLayered(stateOf(snapshot, source))) return own;
  return hashOf([own, tableContent(snapshot, source), table.derivedFrom?.sql]);
}

/**
 * The files of a table in a snapshot. Files that are made are named by what they are made from, so that one that is there
 * need not be made again. `months` is the specification of files with rows of one month.
 */
export function plannedFiles(of: TableOfSnapshot, place: TablePlace, months: PartitionSpec): PlannedFile[] {
  const { snapshot, table, source } = of;
  const state = stateOf(snapshot, table);
  const specOf = ({ month }: FileEntry) => (month === null ? unpartitioned : months);
  const files: PlannedFile[] = state.files.map((entry) => ({
    kind: 'stored',
    key: entry.path,
    content: content.rows,
    spec: specOf(entry),
    month: entry.month,
    entry,
  }));
  for (const { file, name } of filesWithDeletes(of, place)) {
    files.push({
      kind: 'deletes',
      key: place.open(`deletes-${name}`),
      content: content.positionDeletes,
      spec: specOf(file),
      month: file.month,
      entry: file,
    });
  }
  const deltas = source === undefined ? [] : snapshot.files(source).filter(layout.isDelta);
  if (source !== undefined && deltas.length > 0) {
    const columns = storedColumns(table).map(({ name, type }) => [name, type]);
    const made = [
      deltas.map((file) => nameOfRows(file, snapshot.masks(source))),
      table.derivedFrom?.sql,
      columns,
    ];
    files.push({
      kind: 'derived',
      key: place.open(`rows-${hashOf(made)}`),
      content: content.rows,
      spec: unpartitioned,
      month: null,
    });
  }
  return files;
}

/** Positions of rows of these files that masks hide, as SQL for FROM: `file_path` in the index, and `pos`. */
export function deletedPositions(
  { snapshot, table, source }: TableOfSnapshot,
  files: readonly FileEntry[],
): string | undefined {
  const state = { files, masks: snapshot.masks(table) };
  if (source === undefined) return `(SELECT file_path, pos FROM ${maskRows(snapshot.root, state)})`;
  return hiddenRows(snapshot.root, table, state, source, stateOf(snapshot, source))?.sql;
}

/** The rows of a derived table that no file has, as SQL for FROM. */
export function derivedAdditions({ snapshot, table, source }: TableOfSnapshot): string | undefined {
  return source && addedRows(snapshot.root, table, source, stateOf(snapshot, source));
}

/** Files with hidden rows, and the name of the positions of these. */
function filesWithDeletes(
  { snapshot, table, source }: TableOfSnapshot,
  place: TablePlace,
): { file: FileEntry; name: string }[] {
  const state = stateOf(snapshot, table);
  const [hidden, masks] =
    source === undefined
      ? [state.files.map((file) => ({ file, by: [file] })), state.masks]
      : [
          hiddenRows(snapshot.root, table, state, source, stateOf(snapshot, source))?.files ?? [],
          snapshot.masks(source),
        ];
  return hidden
    .filter(({ by }) => by.some(({ path }) => masks.some((mask) => mask.files[path] !== undefined)))
    .map(({ file, by }) => ({
      file,
      name: hashOf([place.uri(file.path), by.map((each) => nameOfRows(each, masks))]),
    }));
}

function stateOf(snapshot: Snapshot, table: CatalogTable): TableState {
  return { files: snapshot.files(table), masks: snapshot.masks(table) };
}

function isLayered({ files, masks }: TableState): boolean {
  return masks.length > 0 || files.some(layout.isDelta);
}

/** A file, and the masks of its rows. */
function nameOfRows({ path }: FileEntry, masks: readonly MaskEntry[]): unknown {
  return [path, masks.filter((mask) => mask.files[path] !== undefined).map(({ sha256 }) => sha256)];
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}
