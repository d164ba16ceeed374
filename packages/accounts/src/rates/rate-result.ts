export interface RateResult {
  ok: boolean;
  /** What is left for this process to give, at least. */
  remaining: number;
  /** Until the window ends. */
  resetMs: number;
}
