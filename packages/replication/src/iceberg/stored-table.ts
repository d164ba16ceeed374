import { AppError } from '@sdq/contract';
import { attemptsMax, manifestBytesMax, tableMetadataBytesMax } from '../limits.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { readWhole } from '../store/read-whole.ts';
import {
  isNamedBy,
  type ManifestEntry,
  type ManifestInList,
  readManifest,
  readManifestList,
  status,
} from './manifest.ts';
import { parseTableMetadata, type TableMetadata, type TableSnapshot } from './table-metadata.ts';
import type { TablePlace } from './table-place.ts';

/** The newest metadata of a table in a store. */
export interface StoredTable {
  readonly version: number;
  readonly metadata: TableMetadata;
}

interface From {
  readonly store: ObjectStore;
  readonly place: TablePlace;
  readonly signal: AbortSignal | undefined;
}

/**
 * The newest metadata of a table; undefined if there is none. The hint may be behind: a publisher may have been killed before
 * it moved it. Errors: `store_refused` if the metadata is not what a publisher writes.
 */
export async function readStoredTable(from: From): Promise<StoredTable | undefined> {
  const { store, place, signal } = from;
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    let version = (await readHint(from))?.version ?? 0;
    if (version > 0 && (await store.head(place.metadata(version), signal)) === undefined)
      version = await newestListed(from);
    while ((await store.head(place.metadata(version + 1), signal)) !== undefined) version++;
    if (version === 0) return undefined;
    const key = place.metadata(version);
    const metadata = await readChecked(from, key, tableMetadataBytesMax, (content) =>
      parseTableMetadata(content.toString('utf8')),
    );
    if (metadata !== undefined) return { version, metadata };
  }
  throw new AppError('publication_conflict', `"${place.hint}" in "${store.address}" changes all the time`, {
    hint: 'Let one process publish to this address',
  });
}

/** Reads an object until it is what its writer wrote. Errors: `store_refused` if it never is. */
async function readChecked<Read>(
  { store, signal }: From,
  key: string,
  bytesMax: number,
  read: (content: Buffer) => Read,
): Promise<Read | undefined> {
  for (let attempt = 1; ; attempt++) {
    const found = await readWhole(store, key, bytesMax, signal);
    if (found === undefined) return undefined;
    try {
      return read(found.content);
    } catch (cause) {
      if (attempt < attemptsMax) continue; // an answer may be altered on its way
      throw new AppError(
        'store_refused',
        `"${key}" in "${store.address}" is not what a publisher wrote: ${(cause as Error).message}`,
        {
          cause,
          hint: 'Nothing else may write to these tables. To make them anew: sdq index publish --no-iceberg, then --iceberg',
        },
      );
    }
  }
}

async function readHint({
  store,
  place,
  signal,
}: From): Promise<{ version: number; etag: string } | undefined> {
  const found = await readWhole(store, place.hint, 1_024, signal);
  if (found === undefined) return undefined;
  const text = found.content.toString('utf8').trim();
  return { version: /^\d{1,15}$/.test(text) ? Number(text) : 0, etag: found.etag };
}

async function newestListed({ store, place, signal }: From): Promise<number> {
  let newest = 0;
  for await (const { key } of store.list(`${place.metadataFolder}v`, signal)) {
    const version = /\/v(\d+)\.metadata\.json$/.exec(key)?.[1];
    newest = Math.max(newest, Number(version ?? 0));
  }
  return newest;
}

/** Makes the hint name this version, unless it names a newer one. Errors: `publication_conflict`. */
export async function moveHint(from: From, version: number, isSinglePublisher: boolean): Promise<void> {
  const { store, place, signal } = from;
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const hint = await readHint(from);
    if (hint !== undefined && hint.version >= version) return;
    const condition = hint === undefined ? ({ absent: true } as const) : { etag: hint.etag };
    const how = isSinglePublisher ? { signal } : { condition, signal };
    if ((await store.write(place.hint, Buffer.from(String(version)), how)) !== undefined) return;
  }
  throw new AppError('publication_conflict', `"${place.hint}" in "${store.address}" changes all the time`, {
    hint: 'Let one process publish to this address',
  });
}

/** The manifests of a snapshot with their entries; undefined if one of them is gone. Errors: `store_refused`. */
export async function readManifests(
  from: From,
  snapshot: TableSnapshot,
): Promise<{ manifest: ManifestInList; entries: ManifestEntry[] }[] | undefined> {
  const list = await readAvroAt(from, snapshot['manifest-list'], readManifestList);
  if (list === undefined) return undefined;
  const read = [];
  for (const manifest of list) {
    const entries = await readAvroAt(from, manifest.manifest_path, readManifest);
    if (entries === undefined) return undefined;
    read.push({ manifest, entries });
  }
  return read;
}

/** Keys of everything that a snapshot refers to: its list, its manifests, its files; undefined if some of it is gone. */
export async function keysOfSnapshot(from: From, snapshot: TableSnapshot): Promise<string[] | undefined> {
  const manifests = await readManifests(from, snapshot);
  if (manifests === undefined) return undefined;
  const uris = manifests.flatMap(({ manifest, entries }) => [
    manifest.manifest_path,
    ...entries.filter((entry) => entry.status !== status.deleted).map(({ data_file }) => data_file.file_path),
  ]);
  return [snapshot['manifest-list'], ...uris].flatMap((uri) => from.place.keyOf(uri) ?? []);
}

async function readAvroAt<Read>(
  from: From,
  uri: string,
  read: (file: Buffer) => Read,
): Promise<Read | undefined> {
  const key = from.place.keyOf(uri);
  if (key === undefined) return undefined;
  return await readChecked(from, key, manifestBytesMax, (content) => {
    if (!isNamedBy(key, content)) throw new Error('Its checksum is not that of its name');
    return read(content);
  });
}
