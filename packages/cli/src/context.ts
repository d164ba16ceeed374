import type { Output } from './terminal/output.ts';

/** Environment, streams and interruption signal of a command. */
export interface Context {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted by the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  readonly stdout: Output;
  readonly stderr: Output;
}
