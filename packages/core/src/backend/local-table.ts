import type { CatalogTable } from '@sdq/catalog';
import { AppError } from '@sdq/contract';

/** Formats of local tables. A `.gz` or `.zst` of CSV and JSON is decompressed; the content tells, not the name. */
export const localFormats = ['csv', 'json', 'parquet', 'arrow'] as const;
export type LocalFormat = (typeof localFormats)[number];

/** Bounds of local tables. */
export const localTableLimits = {
  /** Tables of one query. */
  tablesMax: 16,
  /** Bytes of one file, or of Arrow data. */
  bytesMax: 4 * 2 ** 30,
  /** Copies that an engine keeps although no query uses them, and their bytes. */
  idleMax: 32,
  idleBytesMax: 4 * 2 ** 30,
  columnsMax: 1_000,
} as const;

/** A file that a caller joins with the tables of the index. */
export interface LocalFile {
  path: string | URL;
  /** Default: the content tells. */
  format?: LocalFormat | undefined;
  /** DuckDB types of columns of CSV and JSON by their names, where the ones that are found are not right. */
  types?: Readonly<Record<string, string>> | undefined;
}

/** Bytes of an Arrow stream or file, or what apache-arrow has read. */
export type ArrowData = Uint8Array | { readonly schema: object; readonly batches: readonly object[] };

/** A table for one query: a file by its path, or Arrow data. */
export type LocalTable = string | URL | LocalFile | ArrowData;

export interface LoadOptions {
  /** The name that queries give it. */
  readonly name: string;
  readonly platform: string;
  /** Names, in lower case, of columns that are texts wherever the platform has them: whole numbers become texts there. */
  readonly textColumns: ReadonlySet<string>;
  /** Milliseconds that loading it may take. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** A local table that queries can read until it is released. */
export interface LoadedTable {
  readonly table: CatalogTable;
  release(): void;
}

export function noLocalTables(backend: string): AppError {
  return new AppError('not_supported_by_backend', `The backend "${backend}" reads no local tables`);
}
