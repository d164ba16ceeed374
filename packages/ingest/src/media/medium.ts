import type { Refusal } from '../observation.ts';

/** One unit of a file: a line, an element of an array, a row. A run that was cut off continues after a unit. */
export interface Unit {
  /** 1-based line of the file where it has lines, else the number of the element or row. */
  readonly position: number;
  /** What stands there; undefined when it could not be read. */
  readonly value: unknown;
  /** Why it could not be read. */
  readonly refusal: Refusal | undefined;
  /** What stands there as text, for the reject file; at most `excerptLengthMax` characters. */
  excerpt(): string;
  /** Bytes that are not UTF-8 were replaced in it. */
  readonly invalidUtf8?: boolean;
  /** NaN or Infinity was read as null. */
  readonly nanReplaced?: boolean;
}

export const excerptLengthMax = 300;

/** Largest record read, in bytes; a larger one is refused without being held. */
export const recordBytesMax = 16 * 1024 * 1024;

export interface ReadOptions {
  /** Units to pass over, because an earlier run has staged them. */
  readonly skip: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes of the file (compressed ones, where it is) that have been read. */
  readonly onBytes?: (bytes: number) => void;
}

/** The first part of a file, enough to tell its format. */
export type Sample =
  | { readonly kind: 'json'; readonly layout: JsonLayout; readonly records: readonly unknown[] }
  | {
      readonly kind: 'csv';
      readonly dialect: CsvDialect;
      readonly columns: readonly string[];
      readonly rows: readonly Row[];
    }
  | { readonly kind: 'parquet'; readonly columns: readonly string[]; readonly rows: readonly Row[] };

export type Row = Readonly<Record<string, unknown>>;

/**
 * How a JSON file is cut into units: one per line; one per value at the root; one per element of the array at the
 * root; or, for a document larger than one record may be, one per element of the known lists in it.
 */
export type JsonLayout = 'lines' | 'values' | 'elements' | 'document';

export interface CsvDialect {
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
}
