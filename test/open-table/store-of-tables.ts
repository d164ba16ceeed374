import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest, readManifestList, status } from '../../packages/replication/src/iceberg/manifest.ts';
import {
  parseTableMetadata,
  type TableMetadata,
} from '../../packages/replication/src/iceberg/table-metadata.ts';

/** Reads an object of a store by its key; undefined if there is none. */
export type ReadKey = (key: string) => Promise<Buffer | undefined>;

/** The objects of a store in a directory. */
export function objectsOf(directory: string): ReadKey {
  return async (key) => await readFile(join(directory, key)).catch(() => undefined);
}

/** The metadata that the hint of a table names; undefined where there is no table. */
export async function metadataOf(read: ReadKey, id: string): Promise<TableMetadata | undefined> {
  const folder = `data/${id.replace('.', '/')}/metadata`;
  const version = await read(`${folder}/version-hint.text`);
  if (version === undefined) return undefined;
  const text = await read(`${folder}/v${version}.metadata.json`);
  if (text === undefined) throw new Error(`${id}: the hint names version ${version}, which is missing`);
  return parseTableMetadata(text.toString());
}

/** Everything that the snapshots of a table refer to, by key. Throws where something is missing. */
export async function referencesOf(
  read: ReadKey,
  id: string,
  location: string,
): Promise<{ data: Set<string>; own: Set<string> }> {
  const metadata = await metadataOf(read, id);
  const folder = `data/${id.replace('.', '/')}/metadata`;
  const hint = await read(`${folder}/version-hint.text`);
  const own = new Set([`${folder}/version-hint.text`, `${folder}/v${hint}.metadata.json`]);
  const data = new Set<string>();
  const get = async (uri: string) => {
    const key = uri.slice(location.length + 1);
    const found = uri.startsWith(`${location}/`) ? await read(key) : undefined;
    if (found === undefined) throw new Error(`${id} refers to "${uri}", which is missing`);
    return { key, found };
  };
  for (const snapshot of metadata?.snapshots ?? []) {
    const list = await get(snapshot['manifest-list']);
    own.add(list.key);
    for (const { manifest_path, manifest_length } of readManifestList(list.found)) {
      const manifest = await get(manifest_path);
      own.add(manifest.key);
      if (manifest.found.length !== manifest_length) throw new Error(`${manifest_path} has another length`);
      for (const entry of readManifest(manifest.found)) {
        if (entry.status === status.deleted) continue;
        const { key, found } = await get(entry.data_file.file_path);
        if (found.length !== entry.data_file.file_size_in_bytes) throw new Error(`${key} has another size`);
        (key.includes('/open/') ? own : data).add(key);
      }
    }
  }
  return { data, own };
}
