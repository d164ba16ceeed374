import type { Manifest } from './manifest.ts';

/** The common part of all file entries of a manifest. */
export interface ManifestFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A file of a snapshot that differs from its manifest entry. */
export interface DamagedFile {
  readonly path: string;
  readonly reason: string;
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
