import { Sdq, SdqError } from '@sdq/client';
import type { ClientCase, Outcome } from './cases.ts';

/** What `@sdq/client` makes of a case, in whatever runtime this is. `urlOf` gives the address of a network with a fault. */
export async function outcomeOf(
  each: ClientCase,
  { urlOf, apiKey }: { urlOf: (fault: string) => string; apiKey: string },
): Promise<Outcome> {
  const client = new Sdq({
    apiKey: each.apiKey ?? apiKey,
    baseUrl: urlOf(each.fault ?? 'none'),
    retries: 1,
  });
  const { sql, parameters, limit, maxCost, resume } = each;
  const query = client.query(sql, { parameters, limit, maxCost, resume });
  try {
    if (each.stream === true) {
      const different = new Set<unknown>();
      let count = 0;
      for await (const row of query) {
        different.add(Object.values(row)[0]);
        count++;
      }
      return { count, different: different.size, cost: (await query.receipt).cost };
    }
    const rows = await query;
    return {
      rows: rows.map((row) => rows.columns.map(({ name }) => row[name])),
      count: rows.length,
      types: rows.columns.map(({ type }) => type),
      truncated: rows.truncated,
      cost: rows.receipt.cost,
    };
  } catch (error) {
    if (!(error instanceof SdqError)) throw error;
    const { line = null, column = null, candidates = [] } = error.faults[0] ?? {};
    return { error: { code: error.code, line, column, candidates: [...candidates] } };
  }
}

/** The outcomes of several cases, one after another. */
export async function runCases(
  cases: readonly ClientCase[],
  { network, apiKey }: { network: string; apiKey: string },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const each of cases)
    outcomes.push(await outcomeOf(each, { urlOf: (fault) => `${network}/${fault}`, apiKey }));
  return outcomes;
}
