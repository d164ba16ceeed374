import { join } from 'node:path';
import type { CatalogTable } from '@sdq/catalog';

/**
 * Where things lie in an index directory:
 *
 *     CURRENT                     id of the published snapshot; replaced atomically
 *     snapshots/<id>.json         manifests, immutable
 *     data/<platform>/<table>/[month=YYYY-MM/]<sha256>.parquet
 *     data/<platform>/segments/<sha256>.duckdb, data/<platform>/rows/<sha256>.rows,
 *     data/<platform>/keys/<sha256>.keys
 *                                 what was built over tables to answer faster
 *     staging/                    work of an unfinished `index add` or `index build`, safe to continue from or to
 *                                 delete
 *     checked/<sha256>            files whose content was found to be right, and what they looked like then
 *     pins/                       snapshots that living readers hold
 *     LOCK                        name of the one writer (`process-name.ts`)
 */
export const layout = {
  pointer: (root: string) => join(root, 'CURRENT'),
  snapshots: (root: string) => join(root, 'snapshots'),
  snapshot: (root: string, id: string) => join(root, 'snapshots', `${id}.json`),
  staging: (root: string) => join(root, 'staging'),
  checked: (root: string) => join(root, 'checked'),
  pins: (root: string) => join(root, 'pins'),
  lock: (root: string) => join(root, 'LOCK'),
  /** Folder of a table's files, relative to the index, with `/`. */
  tableFolder: (table: Pick<CatalogTable, 'platform' | 'name'>, month: string | null) =>
    `data/${table.platform}/${table.name}${month === null ? '' : `/month=${month}`}`,
  /** The month of a file in such a folder, `YYYY-MM`; undefined for a table that is not partitioned. */
  monthOf: ({ path }: { readonly path: string }) => /\/month=(\d{4}-\d{2})\//.exec(path)?.[1],
  /** Folders of segments, of row files and of key files, relative to the index, with `/`. */
  segmentFolder: (table: Pick<CatalogTable, 'platform'>) => `data/${table.platform}/segments`,
  rowFolder: (table: Pick<CatalogTable, 'platform'>) => `data/${table.platform}/rows`,
  keyFolder: (table: Pick<CatalogTable, 'platform'>) => `data/${table.platform}/keys`,
} as const;
