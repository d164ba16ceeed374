import type { MadeFile } from './file-maker.ts';
import {
  avroName,
  content,
  describeManifest,
  type ManifestEntry,
  type ManifestInList,
  status,
  writeManifest,
} from './manifest.ts';
import type { PlannedFile } from './planned-files.ts';
import type { PartitionSpec } from './table-metadata.ts';
import type { TablePlace } from './table-place.ts';
import type { TableSchema } from './table-schema.ts';

/** Manifests of the snapshot before, with their entries. */
export type ManifestsBefore = readonly {
  readonly manifest: ManifestInList;
  readonly entries: readonly ManifestEntry[];
}[];

/** A snapshot that is about to be written. */
export interface NextSnapshot {
  readonly id: number;
  readonly parent: number | undefined;
  readonly sequenceNumber: number;
}

/** What a snapshot consists of. */
export interface TableFiles {
  readonly manifests: readonly ManifestInList[];
  /** Manifests that have to be written. */
  readonly written: readonly { readonly key: string; readonly content: Buffer }[];
  /** What the snapshot changed, and its totals, under the names that Iceberg has for them. */
  readonly summary: Record<string, string>;
}

interface Group {
  readonly content: number;
  readonly spec: PartitionSpec;
}

/** Entries of one manifest, by what became of them. */
interface Sorted {
  readonly carried: readonly ManifestEntry[];
  readonly added: readonly ManifestEntry[];
  readonly deleted: readonly ManifestEntry[];
}

/** The entries of files that were there before, by path. */
export function livingEntries(before: ManifestsBefore): Map<string, ManifestEntry> {
  const entries = before.flatMap((each) => each.entries).filter((entry) => entry.status !== status.deleted);
  return new Map(entries.map((entry) => [entry.data_file.file_path, entry]));
}

/**
 * Manifests of a snapshot: one of each kind, rows and deletes, by month and of any month. A kind whose files are those of
 * the snapshot before keeps its manifest. `made` are the files that were not there before.
 */
export function snapshotFiles(
  planned: readonly PlannedFile[],
  made: ReadonlyMap<string, MadeFile>,
  before: ManifestsBefore,
  about: { place: TablePlace; specs: readonly PartitionSpec[]; schema: TableSchema; next: NextSnapshot },
): TableFiles {
  const { place, specs, schema, next } = about;
  const manifests: ManifestInList[] = [];
  const written: { key: string; content: Buffer }[] = [];
  const changes: (Sorted & { content: number })[] = [];
  const groups = [content.rows, content.positionDeletes].flatMap((of) =>
    specs.map((spec): Group => ({ content: of, spec })),
  );
  for (const group of groups) {
    const own = before.filter(
      ({ manifest }) =>
        manifest.content === group.content && manifest.partition_spec_id === group.spec['spec-id'],
    );
    const files = planned.filter(
      (file) => file.content === group.content && file.spec['spec-id'] === group.spec['spec-id'],
    );
    const sorted = sortEntries(files, made, own, place, next);
    changes.push({ ...sorted, content: group.content });
    if (sorted.added.length === 0 && sorted.deleted.length === 0) {
      if (sorted.carried.length > 0) manifests.push(...own.map(({ manifest }) => manifest));
      continue;
    }
    const entries = [...sorted.added, ...sorted.carried, ...sorted.deleted];
    const bytes = writeManifest(entries, { ...group, schema });
    const key = place.avro(avroName('manifest', bytes));
    written.push({ key, content: bytes });
    const told = { ...group, snapshotId: next.id, sequenceNumber: next.sequenceNumber };
    manifests.push(describeManifest(place.uri(key), bytes.length, entries, told));
  }
  return { manifests, written, summary: summaryOf(changes) };
}

function sortEntries(
  files: readonly PlannedFile[],
  made: ReadonlyMap<string, MadeFile>,
  own: ManifestsBefore,
  place: TablePlace,
  { id, sequenceNumber }: NextSnapshot,
): Sorted {
  const before = livingEntries(own);
  const carried: ManifestEntry[] = [];
  const added: ManifestEntry[] = [];
  for (const { key } of files) {
    const found = before.get(place.uri(key));
    const dataFile = made.get(key)?.dataFile;
    if (found !== undefined) carried.push({ ...found, status: status.existing });
    else if (dataFile !== undefined) {
      added.push({
        status: status.added,
        snapshot_id: id,
        sequence_number: sequenceNumber,
        file_sequence_number: sequenceNumber,
        data_file: dataFile,
      });
    }
  }
  const kept = new Set(carried.map((entry) => entry.data_file.file_path));
  const deleted = [...before.values()]
    .filter((entry) => !kept.has(entry.data_file.file_path))
    .map((entry) => ({
      ...entry,
      status: status.deleted,
      snapshot_id: id,
      // bounds are values of rows: those of a purged record must not stay
      data_file: { ...entry.data_file, lower_bounds: null, upper_bounds: null },
    }));
  return { carried, added, deleted };
}

function summaryOf(changes: readonly (Sorted & { content: number })[]): Record<string, string> {
  const all = (of: number, which: (keyof Sorted)[]) =>
    changes
      .filter((change) => change.content === of)
      .flatMap((change) => which.flatMap((name) => change[name]));
  const rows = (entries: readonly ManifestEntry[]) =>
    String(entries.reduce((sum, { data_file }) => sum + data_file.record_count, 0));
  const bytes = (entries: readonly ManifestEntry[]) =>
    String(entries.reduce((sum, { data_file }) => sum + data_file.file_size_in_bytes, 0));
  const count = (entries: readonly ManifestEntry[]) => String(entries.length);
  const { rows: ofRows, positionDeletes } = content;
  const [addedFiles, goneFiles] = [all(ofRows, ['added']), all(ofRows, ['deleted'])];
  const [addedDeletes, goneDeletes] = [all(positionDeletes, ['added']), all(positionDeletes, ['deleted'])];
  const files = all(ofRows, ['added', 'carried']);
  const deletes = all(positionDeletes, ['added', 'carried']);
  const isAppend = goneFiles.length + addedDeletes.length + goneDeletes.length === 0;
  const isDelete = addedFiles.length === 0 && goneDeletes.length === 0 && addedDeletes.length > 0;
  return {
    operation: isAppend ? 'append' : isDelete ? 'delete' : 'overwrite',
    'added-data-files': count(addedFiles),
    'deleted-data-files': count(goneFiles),
    'added-records': rows(addedFiles),
    'deleted-records': rows(goneFiles),
    'added-delete-files': count(addedDeletes),
    'removed-delete-files': count(goneDeletes),
    'added-position-deletes': rows(addedDeletes),
    'removed-position-deletes': rows(goneDeletes),
    'added-files-size': bytes([...addedFiles, ...addedDeletes]),
    'removed-files-size': bytes([...goneFiles, ...goneDeletes]),
    'total-records': rows(files),
    'total-data-files': count(files),
    'total-delete-files': count(deletes),
    'total-position-deletes': rows(deletes),
    'total-equality-deletes': '0',
    'total-files-size': bytes([...files, ...deletes]),
  };
}
