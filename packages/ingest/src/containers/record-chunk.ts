import type { Refusal } from '../observation.ts';
import type { FoldedHeader } from './fold-columns.ts';

/** A record chunk: a line, an array element or a row of a file. An interrupted import resumes after a record chunk. */
export interface RecordChunk {
  /** 1-based line number if the file has lines, else the number of the element or row. */
  readonly position: number;
  /** The parsed value; undefined if it could not be read. */
  readonly value: unknown;
  /** The reason if it could not be read. */
  readonly refusal: Refusal | undefined;
  /** Its text for the reject file, at most `excerptLengthMax` characters. */
  excerpt(): string;
  /** Whether invalid UTF-8 bytes were replaced. */
  readonly invalidUtf8?: boolean;
  /** Whether NaN or Infinity was read as null. */
  readonly nanReplaced?: boolean;
}

export const excerptLengthMax = 300;

/** Maximum size of a record in bytes; a larger record is refused and not buffered. */
export const recordBytesMax = 16 * 1024 * 1024;

export interface ReadOptions {
  /** Number of record chunks to skip because an earlier run has staged them. */
  readonly skip: number;
  readonly signal?: AbortSignal | undefined;
  /** Encoding of the content, if it is not UTF-8. */
  readonly encoding?: string | undefined;
  /** Called with the number of bytes read from the file, before decompression. */
  readonly onBytes?: (bytes: number) => void;
}

/** The first records of a file, from which its format is detected. `kind` is the container format. */
export type Sample = SampleOf & {
  /** Encoding of the content, as `TextDecoder` names it; undefined for UTF-8. */
  readonly encoding?: string | undefined;
};

type SampleOf =
  | { readonly kind: 'json'; readonly layout: JsonLayout; readonly records: readonly unknown[] }
  | {
      readonly kind: 'csv';
      readonly dialect: CsvDialect;
      readonly header: FoldedHeader;
      readonly columns: readonly string[];
      readonly rows: readonly Row[];
    }
  | { readonly kind: 'parquet'; readonly columns: readonly string[]; readonly rows: readonly Row[] };

export type Row = Readonly<Record<string, unknown>>;

/**
 * How a JSON file is split into record chunks: one per line; one per root value; one per element of the root array; or,
 * for a document larger than the record limit, one per element of its known lists. Text of entries such as `Date: …` is
 * read as objects too, one per block.
 */
export type JsonLayout = 'lines' | 'values' | 'elements' | 'document' | 'blocks';

export interface CsvDialect {
  readonly delimiter: ',' | ';' | '\t' | '|';
  /** Columns with the name of an earlier one. */
  readonly repeatedNames: number;
  /** The records above the header, which are not read: titles, and `sep=;`. */
  readonly titles: readonly string[];
}
