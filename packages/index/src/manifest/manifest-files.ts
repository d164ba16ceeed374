import type { Manifest } from './manifest.ts';

/** The common part of all file entries of a manifest. */
export interface ManifestFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Where a file in place is. */
  readonly in_place?: string | undefined;
}

/** A file of a snapshot that differs from its manifest entry. */
export interface DamagedFile {
  readonly path: string;
  readonly reason: string;
}

/** What is wrong with a file, with its place where others wrote it. */
export function damageOf({ in_place: place }: ManifestFile, reason: string): string {
  return place === undefined
    ? reason
    : `${reason}. It is the file "${place}", which is used in place: put back the one that was added, or add the new one to a new index`;
}

/** What is wrong with a file of this size in bytes, which is undefined where it does not exist. */
export function sizeDamage(file: ManifestFile, bytes: number | undefined): string | undefined {
  if (bytes === file.bytes) return undefined;
  return bytes === undefined ? 'it is missing' : `it has ${bytes} bytes instead of ${file.bytes}`;
}

/** Every file that a manifest names, each once: base files, delta files, masks, segments, row files, key files. */
export function manifestFiles(manifest: Manifest): ManifestFile[] {
  const files = new Map<string, ManifestFile>();
  for (const table of Object.values(manifest.tables))
    for (const file of [...table.files, ...(table.masks ?? [])]) files.set(file.path, file);
  for (const segment of manifest.segments ?? []) {
    files.set(segment.path, segment);
    for (const file of Object.values(segment.key_files ?? {})) files.set(file.path, file);
    for (const { row_file } of segment.covers) if (row_file !== undefined) files.set(row_file.path, row_file);
  }
  return [...files.values()];
}
