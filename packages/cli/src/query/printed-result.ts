import type { ResultColumn, ResultFormat } from '@sdq/contract';
import type { Row } from '@sdq/core';

/** A result as commands write it: of an index, or of a service. */
export interface PrintedResult {
  readonly columns: readonly Pick<ResultColumn, 'name' | 'type'>[];
  rows(): AsyncIterable<Row>;
  bytes(format: ResultFormat, options?: { csvSafe?: boolean }): AsyncIterable<Uint8Array>;
  /** Settles when the result has been read to its end. */
  readonly summary: Promise<{
    readonly rowCount: number;
    readonly truncated: boolean;
    readonly elapsedMs: number;
    /** US dollars, as `$0.0100`, of a service. */
    readonly cost?: string;
  }>;
}
