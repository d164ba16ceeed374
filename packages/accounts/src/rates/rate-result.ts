export interface RateResult {
  ok: boolean;
  /** Minimum of what remains in the window. */
  remaining: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
}
