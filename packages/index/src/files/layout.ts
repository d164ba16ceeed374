import { join } from 'node:path';
import type { CatalogTable } from '@sdq/catalog';

const dataFile =
  /^data\/[a-z_][a-z0-9_]*\/([a-z_][a-z0-9_]*\/(month=\d{4}-\d{2}\/|delta\/|masks\/|in-place\/)?[0-9a-f]{32}\.parquet|segments\/[0-9a-f]{32}\.duckdb|rows\/[0-9a-f]{32}\.rows|keys\/[0-9a-f]{32}\.keys)$/;

/**
 * Where things lie in an index directory:
 *
 *     CURRENT                     id of the published snapshot; replaced atomically
 *     snapshots/<id>.json         manifests, immutable
 *     data/<platform>/<table>/[month=YYYY-MM/]<sha256>.parquet
 *     data/<platform>/<table>/delta/<sha256>.parquet
 *                                 rows of any month, added since the files of those months were written
 *     data/<platform>/<table>/masks/<sha256>.parquet
 *                                 which rows of older files were replaced or removed
 *     data/<platform>/<table>/in-place/<sha256>.parquet
 *                                 hard links to files that others wrote, whose rows are read where they are
 *     data/<platform>/segments/<sha256>.duckdb, data/<platform>/rows/<sha256>.rows,
 *     data/<platform>/keys/<sha256>.keys
 *                                 what was built over tables to answer faster
 *     staging/                    work of an unfinished `index add` or `index build`, safe to continue from or to
 *                                 delete
 *     checked/<sha256>            files whose content was found to be right, and what they looked like then
 *     follow/                     lines that were received from a stream and are not published yet
 *     collections/<name>/         files of a publisher that were imported, and the keys of their records
 *     pins/                       snapshots that living readers hold
 *     publications/               what was published to object stores from here
 *     LAST_ADD                    how long the last add took until it was visible, as JSON
 *     RETENTION                   what is kept of tables, as JSON
 *     WITHDRAWN                   ids of snapshots whose rows were purged, the last ones
 *     MIRROR                      address of the store whose mirror this is, and its last snapshots
 *     LATER                       paths of files that a mirror fetches while it answers already
 *     LOCK                        name of the one writer (`process-name.ts`)
 *     MAINTENANCE                 name of the one process that writes rows anew, or builds segments, beside it
 */
export const layout = {
  pointer: (root: string) => join(root, 'CURRENT'),
  snapshots: (root: string) => join(root, 'snapshots'),
  snapshot: (root: string, id: string) => join(root, 'snapshots', `${id}.json`),
  staging: (root: string) => join(root, 'staging'),
  checked: (root: string) => join(root, 'checked'),
  collections: (root: string) => join(root, 'collections'),
  follow: (root: string) => join(root, 'follow'),
  pins: (root: string) => join(root, 'pins'),
  lastAdd: (root: string) => join(root, 'LAST_ADD'),
  retention: (root: string) => join(root, 'RETENTION'),
  withdrawn: (root: string) => join(root, 'WITHDRAWN'),
  lock: (root: string) => join(root, 'LOCK'),
  maintenanceLock: (root: string) => join(root, 'MAINTENANCE'),
  mirror: (root: string) => join(root, 'MIRROR'),
  later: (root: string) => join(root, 'LATER'),
  /** Folder of a table's files, relative to the index, with `/`. */
  tableFolder: (table: Pick<CatalogTable, 'platform' | 'name'>, month: string | null) =>
    `data/${table.platform}/${table.name}${month === null ? '' : `/month=${month}`}`,
  /** Folders of a table's delta files and masks, relative to the index, with `/`. */
  deltaFolder: (table: Pick<CatalogTable, 'platform' | 'name'>) =>
    `data/${table.platform}/${table.name}/delta`,
  maskFolder: (table: Pick<CatalogTable, 'platform' | 'name'>) =>
    `data/${table.platform}/${table.name}/masks`,
  /** Folder of a table's files in place, relative to the index, with `/`. */
  inPlaceFolder: (table: Pick<CatalogTable, 'platform' | 'name'>) =>
    `data/${table.platform}/${table.name}/in-place`,
  /** Whether a path is that of a file that a manifest can name, relative to the index, with `/`. */
  isDataFile: (path: string) => dataFile.test(path),
  /** Whether a file was written by others: its rows are of any month and in any order, and cannot be changed. */
  isInPlace: ({ path }: { readonly path: string }) => path.includes('/in-place/'),
  /** Whether a file has rows of any month. */
  isDelta: ({ path }: { readonly path: string }) => path.includes('/delta/'),
  /** The month of a file in such a folder, `YYYY-MM`; undefined for a delta file, and for a table that is not partitioned. */
  monthOf: ({ path }: { readonly path: string }) => /\/month=(\d{4}-\d{2})\//.exec(path)?.[1],
  /** Folders of segments, of row files and of key files, relative to the index, with `/`. */
  segmentFolder: (table: Pick<CatalogTable, 'platform'>) => `data/${table.platform}/segments`,
  rowFolder: (table: Pick<CatalogTable, 'platform'>) => `data/${table.platform}/rows`,
  keyFolder: (table: Pick<CatalogTable, 'platform'>) => `data/${table.platform}/keys`,
} as const;
