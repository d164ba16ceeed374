import { AppError } from '@sdq/contract';
import { inParallel } from '../in-parallel.ts';
import { attemptsMax, tableMetadataBytesMax, transfersMax } from '../limits.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { readWhole } from '../store/read-whole.ts';
import { uploadFiles } from '../store/upload-files.ts';
import type { FileMaker } from './file-maker.ts';
import { avroName, writeManifestList } from './manifest.ts';
import {
  describeTable,
  hasUnsignedColumns,
  isCurrent,
  nextSnapshot,
  withoutExpired,
  withSnapshot,
} from './next-metadata.ts';
import { contentOf, hasFiles, plannedFiles, type TableOfSnapshot } from './planned-files.ts';
import { moveHint, readManifests, readStoredTable, type StoredTable } from './stored-table.ts';
import {
  currentSnapshotOf,
  isSameMetadata,
  printTableMetadata,
  type TableMetadata,
} from './table-metadata.ts';
import { TablePlace } from './table-place.ts';
import type { OmittedColumn } from './table-schema.ts';
import { livingEntries, snapshotFiles } from './table-snapshot.ts';

export interface TablePublishing {
  readonly store: ObjectStore;
  /** Address of the store as a URI. */
  readonly location: string;
  readonly maker: FileMaker;
  readonly isSinglePublisher: boolean;
  /** The store's time, in milliseconds since 1970. */
  readonly now: number;
  /** Files that are older, by the store's clock, may be deleted soon if nothing refers to them. */
  readonly oldestMs: number;
  /** Whether the store still has the snapshot that is published. */
  readonly isCurrent: () => Promise<boolean>;
  readonly signal: AbortSignal | undefined;
}

export interface PublishedTable {
  /** Rows or description differ from what the store had. */
  readonly isChanged: boolean;
  readonly omitted: readonly OmittedColumn[];
}

/**
 * Makes the open table of a table have the rows of a snapshot: files, then manifests, then metadata of the next version by a
 * conditional write, then the hint. Readers see the version before or this one. `kept` are contents of snapshots that the
 * store keeps. `absent`: the table has no files and never had any. `superseded`: the store has another snapshot meanwhile.
 * Errors: `store_refused`, `publication_conflict`.
 */
export async function publishTable(
  publishing: TablePublishing,
  of: TableOfSnapshot,
  kept: ReadonlySet<string>,
): Promise<PublishedTable | 'absent' | 'superseded'> {
  const { store, location, maker, isSinglePublisher, signal } = publishing;
  const from = { store, place: new TablePlace(of.table, location), signal };
  const unfit = hasUnsignedColumns(of.table) ? await maker.unfitColumns(of) : new Set<string>();
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const before = await readStoredTable(from);
    if (before === undefined && !hasFiles(of)) return 'absent';
    const described = describeTable(of.table, from.place.location, before?.metadata, unfit);
    const { omitted } = described;
    const content = contentOf(of);
    const isSame = isCurrent(described.metadata, content);
    const after = isSame
      ? described.metadata
      : await addSnapshot(publishing, of, from.place, described.metadata, content);
    const metadata = withoutExpired(after, kept);
    if (before !== undefined && isSameMetadata(metadata, before.metadata)) {
      await moveHint(from, before.version, isSinglePublisher);
      return { isChanged: false, omitted };
    }
    if (!(await publishing.isCurrent())) return 'superseded';
    if (await commit(publishing, from.place, before, metadata)) {
      await moveHint(from, (before?.version ?? 0) + 1, isSinglePublisher);
      return { isChanged: !isSame, omitted };
    }
  }
  throw new AppError(
    'publication_conflict',
    `"${from.place.folder}" in "${store.address}" changes all the time`,
    {
      hint: 'Let one process publish to this address',
    },
  );
}

/** Writes everything that the next snapshot needs, but not the metadata that makes it visible. */
async function addSnapshot(
  publishing: TablePublishing,
  of: TableOfSnapshot,
  place: TablePlace,
  metadata: TableMetadata,
  content: string,
): Promise<TableMetadata> {
  const { store, maker, now, oldestMs, signal } = publishing;
  const current = currentSnapshotOf(metadata);
  const before = (current && (await readManifests({ store, place, signal }, current))) ?? [];
  const schema = metadata.schemas.find(
    (each) => each['schema-id'] === metadata['current-schema-id'],
  ) as TableMetadata['schemas'][number];
  const specs = metadata['partition-specs'];
  const months = specs.at(-1) as TableMetadata['partition-specs'][number];
  const planned = plannedFiles(of, place, months);
  const living = livingEntries(before);
  const made = await maker.make(
    planned.filter(({ key }) => !living.has(place.uri(key))),
    { of, place, fields: schema.fields, sortOrderId: metadata['default-sort-order-id'] },
  );
  const next = nextSnapshot(metadata);
  const files = snapshotFiles(planned, made, before, { place, specs, schema, next });
  const list = writeManifestList(files.manifests, next);
  const listKey = place.avro(avroName(`snap-${next.id}`, list));
  await uploadFiles({
    store,
    files: [...made.values()].flatMap(({ upload }) => upload ?? []),
    oldestMs,
    signal,
    onProgress: undefined,
  });
  await inParallel(
    [...files.written, { key: listKey, content: list }],
    transfersMax,
    signal,
    async (file, abort) => {
      await store.write(file.key, file.content, { signal: abort });
    },
  );
  const about = { manifestList: place.uri(listKey), snapshotId: of.snapshot.id, content, now };
  return withSnapshot(metadata, next, files, about);
}

/** False if another publisher has written this version. */
async function commit(
  { store, isSinglePublisher, signal, now }: TablePublishing,
  place: TablePlace,
  before: StoredTable | undefined,
  metadata: TableMetadata,
): Promise<boolean> {
  const key = place.metadata((before?.version ?? 0) + 1);
  const isUntouched = metadata['last-updated-ms'] === before?.metadata['last-updated-ms'];
  const updated = isUntouched
    ? { ...metadata, 'last-updated-ms': Math.max(now, metadata['last-updated-ms'] + 1) }
    : metadata;
  const bytes = Buffer.from(printTableMetadata(updated));
  const how = isSinglePublisher ? { signal } : { condition: { absent: true } as const, signal };
  if ((await store.write(key, bytes, how)) !== undefined) return true;
  // an attempt whose answer was lost may have written it
  return (await readWhole(store, key, tableMetadataBytesMax, signal))?.content.equals(bytes) === true;
}
