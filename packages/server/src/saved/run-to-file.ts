import type { QueryFacts } from '@sdq/core';
import type { RetainedResult } from '../sql/retained-results.ts';
import { runSql, type SqlQuery } from '../sql/sql-query.ts';
import type { SqlServices } from '../sql/sql-state.ts';

/** A result with its file. */
export interface RanToFile {
  retained: RetainedResult;
  facts: QueryFacts;
}

/** Runs a query into a file, from which it can be read, sent and kept. Errors: those of the query. */
export async function runToFile(
  { engine, sql }: SqlServices,
  query: SqlQuery,
  { signal, bytesMax = sql.limits.resultBytesMax }: { signal: AbortSignal; bytesMax?: number },
): Promise<RanToFile> {
  await using result = await runSql(engine, query, { signal, bytesMax });
  const retained = await sql.results.keep(result, { accountId: query.accountId });
  return { retained, facts: result.facts };
}
