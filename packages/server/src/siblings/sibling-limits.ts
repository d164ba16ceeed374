/** Limits of requests that one instance forwards to another; docs/limits.md lists them. Milliseconds, bytes, counts. */
export const siblingLimits = {
  /** Requests that are forwarded at the same time. */
  forwardsMax: 128,
  /** How long an instance has to show who it is. */
  proofMs: 2_000,
  proofBytes: 1_024,
  /** Before it is asked a second time, the last. */
  pauseMs: 200,
  /** A forwarded request whose answer does not begin, or pauses, for this long fails. */
  silenceMs: 120_000,
  heartbeatMs: 10_000,
  /** An instance that does not answer and whose last heartbeat is older counts as ended. */
  endedMs: 60_000,
} as const;
