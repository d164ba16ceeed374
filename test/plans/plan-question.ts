import { builtInCatalog } from '@sdq/catalog';
import { AppError, type SqlParameters } from '@sdq/contract';
import { admit, mergeSubqueries, type Parser, type Plan, plan, resolve } from '@sdq/core/stages';
import type { Snapshot } from '@sdq/index';

/** When every question is asked: plans may hang on the clock. */
const askedAtMs = Date.parse('2026-07-31T12:00:00Z');
const rowsMax = 1_000_001;

/** The plan of one question over one state of an index; the code of the error with which it is refused. */
export async function planQuestion(
  parser: Parser,
  sql: string,
  snapshot: Snapshot,
  {
    parameters,
    rulesOff = [],
  }: { parameters?: SqlParameters | undefined; rulesOff?: readonly string[] } = {},
): Promise<Plan | string> {
  const tables = builtInCatalog.tables
    .filter(({ platform }) => platform === 'shortvideo')
    .map(({ name }) => name);
  const clock = Date.now;
  try {
    const statement = await parser.parse(sql, parameters, { tables, signal: undefined });
    const admitted = (read: typeof statement) =>
      resolve(admit(read, { tables }), builtInCatalog, 'shortvideo');
    const resolved = await mergeSubqueries(admitted(statement), parser, admitted);
    Date.now = () => askedAtMs;
    return plan(resolved, snapshot, { rowsMax, rulesOff });
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  } finally {
    Date.now = clock;
  }
}
