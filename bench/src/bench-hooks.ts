/** Cancellation and progress of a running benchmark. */
export interface BenchHooks {
  readonly signal: AbortSignal;
  /** Called with a description of the current step. */
  onProgress(text: string): void;
}
