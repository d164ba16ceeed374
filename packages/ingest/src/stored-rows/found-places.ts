import { type CatalogTable, storedColumns } from '@sdq/catalog';
import type { CoveredFile, FileEntry, SegmentEntry, Snapshot } from '@sdq/index';
import { KeyFile, type KeyValues } from '@sdq/row-store/keys';

/** Rows of one file of the index: their numbers there, ascending. */
export interface FoundPlaces {
  readonly covered: CoveredFile;
  readonly rows: readonly number[];
}

/**
 * Where the rows of these keys are, in the files that segments cover, and which files those are. A file that several
 * segments cover is looked up in the newest.
 */
export function findPlaces(
  snapshot: Snapshot,
  table: CatalogTable,
  files: readonly FileEntry[],
  keys: readonly KeyValues[],
): { searched: Set<string>; places: FoundPlaces[] } {
  const searched = new Set<string>();
  const places: FoundPlaces[] = [];
  const current = new Set(files.map(({ path }) => path));
  for (const segment of [...snapshot.segments(table)].reverse()) {
    const covers = segment.covers.filter(({ path }) => current.has(path) && !searched.has(path));
    if (covers.length === 0) continue;
    using keyFile = keyFileOf(snapshot, table, segment);
    if (keyFile === undefined) continue;
    const ordinals = keyFile.find(keys).sort((a, b) => a - b);
    places.push(...placesIn(segment, ordinals).filter(({ covered }) => covers.includes(covered)));
    for (const { path } of covers) searched.add(path);
  }
  return { searched, places };
}

/** The key file of the table's key; undefined where the segment has none over the key as it is described today. */
function keyFileOf(
  snapshot: Snapshot,
  table: CatalogTable,
  { key_files }: SegmentEntry,
): KeyFile | undefined {
  const entry = key_files?.key;
  if (entry === undefined) return undefined;
  const file = KeyFile.open(snapshot.path(entry));
  const types = new Map(storedColumns(table).map(({ name, type }) => [name, type]));
  const { columns } = file.head;
  const isOfKey =
    columns.length === table.key.length &&
    columns.every(({ name, type }, at) => name === table.key[at] && type === types.get(name));
  if (isOfKey) return file;
  file.close();
  return undefined;
}

/** Ascending ordinals by the files that they are in. */
function placesIn({ covers }: SegmentEntry, ordinals: readonly number[]): FoundPlaces[] {
  const places: FoundPlaces[] = [];
  let at = 0;
  for (const covered of [...covers].sort((a, b) => a.first_ordinal - b.first_ordinal)) {
    const rows: number[] = [];
    const end = covered.first_ordinal + covered.rows;
    while (at < ordinals.length && (ordinals[at] as number) < end)
      rows.push((ordinals[at++] as number) - covered.first_ordinal);
    if (rows.length > 0) places.push({ covered, rows });
  }
  return places;
}
