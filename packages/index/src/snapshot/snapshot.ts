import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogTable, tableId } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { layout } from '../files/layout.ts';
import type { FileEntry, Manifest, MaskEntry, SegmentEntry } from '../manifest/manifest.ts';
import { parseOnce } from '../manifest/parse-once.ts';

/** One published state of an index. Immutable: what it names stays readable while it is pinned. */
export class Snapshot {
  readonly root: string;
  readonly manifest: Manifest;

  constructor(root: string, manifest: Manifest) {
    this.root = root;
    this.manifest = manifest;
  }

  get id(): string {
    return this.manifest.snapshot_id;
  }

  files(table: Pick<CatalogTable, 'platform' | 'name'>): readonly FileEntry[] {
    return this.manifest.tables[tableId(table)]?.files ?? [];
  }

  /** Which rows of those files were replaced or removed, oldest mask first. */
  masks(table: Pick<CatalogTable, 'platform' | 'name'>): readonly MaskEntry[] {
    return this.manifest.tables[tableId(table)]?.masks ?? [];
  }

  rows(table: Pick<CatalogTable, 'platform' | 'name'>): number {
    return this.manifest.tables[tableId(table)]?.rows ?? 0;
  }

  /** Segments over the table, newest last. They may contain files that the snapshot no longer has. */
  segments(table: Pick<CatalogTable, 'platform' | 'name'>): readonly SegmentEntry[] {
    return this.manifest.segments?.filter((segment) => segment.table === tableId(table)) ?? [];
  }

  /** Absolute path of a file of this snapshot. */
  path(file: Pick<FileEntry, 'path'>): string {
    return join(this.root, file.path);
  }
}

/** The id that the pointer names; null for a directory without an index. */
export async function currentSnapshotId(root: string): Promise<string | null> {
  try {
    return (await readFile(layout.pointer(root), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Reads the manifest of one snapshot. Errors: `index_corrupt`, `index_too_new`. */
export async function readSnapshot(root: string, id: string): Promise<Snapshot> {
  try {
    return new Snapshot(root, parseOnce(await readFile(layout.snapshot(root, id), 'utf8')));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(
      'index_corrupt',
      `The manifest of snapshot "${id}" in "${root}" cannot be read: ${(cause as Error).message}`,
      {
        cause,
        hint: 'Restore the index from a backup, or rebuild it',
      },
    );
  }
}

/** The published snapshot of an index. Errors: `index_missing`, `index_corrupt`, `index_too_new`. */
export async function openSnapshot(root: string): Promise<Snapshot> {
  const id = await currentSnapshotId(root);
  if (id === null) throw missingIndex(root);
  return await readSnapshot(root, id);
}

export function missingIndex(root: string): AppError {
  return new AppError('index_missing', `There is no index at "${root}"`, {
    hint: `Create one: sdq index generate --rows 200k --index ${root}, or sdq index add --index ${root} FILE…`,
  });
}
