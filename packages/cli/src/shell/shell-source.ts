import type { PrintedResult } from '../query/printed-result.ts';
import type { ShellVocabulary } from './completions.ts';

export interface ShellQuery {
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Whether rows are read, or the bytes of a format. */
  readonly reads: 'rows' | 'bytes';
}

/** What a shell asks: an index, or a service. */
export interface ShellSource extends AsyncDisposable {
  /** What the shell greets with: where the answers come from. */
  readonly name: string;
  /** The table schema of DuckDB's names: the platform whose tables have no prefix. */
  readonly platform: string;
  query(sql: string, options: ShellQuery): Promise<PrintedResult>;
  /** What Tab completes, free of charge. */
  vocabulary(signal: AbortSignal): Promise<ShellVocabulary>;
}
