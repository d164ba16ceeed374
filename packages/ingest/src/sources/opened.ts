import type { AppError } from '@sdq/contract';
import type { KeptDownloads } from './kept-downloads.ts';
import type { Skips } from './skipped.ts';
import type { SourceLimits } from './source-limits.ts';
import type { Spool } from './spool.ts';

/** A local regular file with records, or the reason why something cannot be read. */
export type OpenedInput = OpenedFile | FailedInput;

interface FailedInput {
  readonly kind: 'failed';
  readonly name: string;
  readonly origin: string;
  readonly isNamed: boolean;
  readonly error: AppError;
}

export interface OpenedFile {
  readonly kind: 'file';
  /** Exists until the next input is asked for. */
  readonly path: string;
  readonly name: string;
  readonly label: string;
  readonly origin: string;
  readonly isNamed: boolean;
}

export interface Opening {
  readonly spool: Spool;
  readonly downloads?: KeptDownloads | undefined;
  readonly skips: Skips;
  readonly limits: SourceLimits;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes: (name: string, bytesDone: number, bytesTotal: number) => void;
}
