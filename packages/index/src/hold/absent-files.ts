/** Files of an index that are not here yet, and can be brought: those of a mirror that answers before it is whole. */
export interface AbsentFiles {
  /** Paths of the manifest. */
  readonly paths: ReadonlySet<string>;
  /**
   * Brings files here, before others. Errors: `service_unavailable`, `result_expired` when they exist no more; the
   * reason of the signal.
   */
  bring(paths: readonly string[], signal: AbortSignal | undefined): Promise<void>;
}
