import type { AppError } from '@sdq/contract';
import type { KeptDownloads } from './kept-downloads.ts';
import type { SourceLimits } from './source-limits.ts';
import type { Spool } from './spool.ts';

/** What brings an input to this machine. */
export interface Bringing {
  readonly spool: Spool;
  /** Downloads that a later run can continue; undefined if none are kept. */
  readonly downloads: KeptDownloads | undefined;
  readonly limits: SourceLimits;
  readonly signal: AbortSignal | undefined;
  /** Called with the bytes brought so far and their total, 0 if unknown. */
  readonly onBytes: (bytesDone: number, bytesTotal: number) => void;
}

/** Something to read: a file, a pipe, an object of a server. */
export interface Input {
  /** What is shown: as given, for example `data/dump.zip`; of an address, without what is secret in it. */
  readonly name: string;
  /** What is reported and stored: without the folder of the argument. */
  readonly label: string;
  /** The argument that it belongs to, as shown. */
  readonly origin: string;
  /** Whether the argument names it, and not only its folder. */
  readonly isNamed: boolean;
  readonly kind: 'file' | 'pipe' | 'http' | 's3';
  /** Bytes; undefined if unknown before it is read. */
  readonly bytes: number | undefined;
  /** Why it cannot be read, if its folder tells. */
  readonly error?: AppError;
  /** Brings it to a local file. Errors: `file_missing`, `source_limit`, `source_unreachable`. */
  readonly local: (bringing: Bringing) => Promise<LocalFile>;
}

export interface LocalFile {
  /** A regular file with the content. */
  readonly path: string;
  /** Replaces the label, if it is known only now. */
  readonly label?: string | undefined;
}
