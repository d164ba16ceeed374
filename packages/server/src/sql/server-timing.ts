import type { QueryFacts } from '@sdq/core';

/** Where a request's time went, as the Server-Timing header tells it: milliseconds per stage. */
export function serverTiming(
  { queuedMs, stageMs, cache }: Pick<QueryFacts, 'queuedMs' | 'stageMs' | 'cache'>,
  further: Readonly<Record<string, number>> = {},
): string {
  const durations = Object.entries({ queue: queuedMs, ...stageMs, ...further });
  const stages = durations.map(([stage, ms]) => `${stage};dur=${Math.round(ms * 1_000) / 1_000}`);
  return [`cache;desc=${cache}`, ...stages].join(', ');
}
