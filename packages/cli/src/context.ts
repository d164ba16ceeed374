import type { Output } from './terminal/output.ts';

/** What a command may use of the world around it. */
export interface Context {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted by the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  readonly stdout: Output;
  readonly stderr: Output;
}
