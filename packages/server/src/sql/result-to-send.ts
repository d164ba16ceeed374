import type { QueryFacts, QueryResult } from '@sdq/core';

/** A result to send, with the facts that every format reports. */
export interface ResultToSend {
  /** The result of a running query, or a retained result. */
  result: QueryResult;
  /** The facts of its query. */
  facts: QueryFacts;
  shape: 'objects' | 'arrays';
  /** CSV: whether texts that a spreadsheet would take for formulas get a leading apostrophe; default false. */
  csvSafe?: boolean;
  /** NDJSON: whether the last line is a receipt; default false. */
  receipt?: boolean;
  /** Only for a statement. */
  statementId?: string;
  /** The entity tag; null for none. */
  tag: string | null;
}

/** The Server-Timing header: milliseconds per stage. */
export function serverTiming(
  { queuedMs, stageMs, cache }: Pick<QueryFacts, 'queuedMs' | 'stageMs' | 'cache'>,
  further: Readonly<Record<string, number>> = {},
): string {
  const durations = Object.entries({ queue: queuedMs, ...stageMs, ...further });
  const stages = durations.map(([stage, ms]) => `${stage};dur=${Math.round(ms * 1_000) / 1_000}`);
  return [`cache;desc=${cache}`, ...stages].join(', ');
}
