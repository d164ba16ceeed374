import type { QueryFacts, QueryResult } from '@sdq/core';

/** A result on its way to a caller, and what is told with it in every format. */
export interface ResultToSend {
  /** What is read: of a query that runs, or of one whose result is kept. */
  result: QueryResult;
  /** Of the query behind it. */
  facts: QueryFacts;
  shape: 'objects' | 'arrays';
  statementId: string;
  /** Names the answer, for callers who come again; null where nothing can. */
  tag: string | null;
}

/** Where a request's time went, as the Server-Timing header tells it: milliseconds per stage. */
export function serverTiming(
  { queuedMs, stageMs, cache }: Pick<QueryFacts, 'queuedMs' | 'stageMs' | 'cache'>,
  further: Readonly<Record<string, number>> = {},
): string {
  const durations = Object.entries({ queue: queuedMs, ...stageMs, ...further });
  const stages = durations.map(([stage, ms]) => `${stage};dur=${Math.round(ms * 1_000) / 1_000}`);
  return [`cache;desc=${cache}`, ...stages].join(', ');
}
