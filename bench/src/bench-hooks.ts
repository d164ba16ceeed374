/** How a running benchmark is stopped, and what it tells. */
export interface BenchHooks {
  readonly signal: AbortSignal;
  /** What is being done now. */
  onProgress(text: string): void;
}
