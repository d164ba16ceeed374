import { isDeepStrictEqual } from 'node:util';
import { rowsAtMost } from '../shape/rows-at-most.ts';
import { type RowsVary, rowsVary } from '../shape/rows-vary.ts';
import type { QueryRequest, ResolvedQuery } from './run-query.ts';

/** What is known of a query before it runs. It can be passed to calls with the same text and parameters, which then do not read it again. */
export interface PreparedQuery {
  /** As {@link QueryFacts.isFree}. */
  readonly isFree: boolean;
  /** Rows that it returns at most: by its own text, and the `limit` of the call. */
  readonly rowsMax: number;
  /**
   * Identifies text, parameters and platform, whatever limit, format and snapshot: equal for queries that ask the same.
   * Null when the result may differ each time.
   */
  readonly question: string | null;
  /** Whether the same question over the same snapshot could select other rows. */
  readonly rowsVary: RowsVary;
}

/** The texts behind the objects that callers have. */
const texts = new WeakMap<PreparedQuery, { asked: Asked; query: ResolvedQuery }>();

type Asked = Pick<QueryRequest, 'text' | 'platform' | 'parameters' | 'dialect' | 'tenant' | 'local'>;

export function prepared(request: QueryRequest, query: ResolvedQuery): PreparedQuery {
  const { resolved, isFree, question } = query;
  const own = rowsAtMost(resolved.statement, resolved.aggregates) ?? Number.POSITIVE_INFINITY;
  const one = {
    isFree,
    question,
    rowsMax: Math.min(request.rowsMax, own),
    rowsVary: rowsVary(resolved.statement.ast),
  };
  texts.set(one, { asked: askedOf(request), query });
  return one;
}

/** The text of a prepared query; undefined where the request asks something else, which is then read as ever. */
export function readBefore(
  given: PreparedQuery | undefined,
  request: QueryRequest,
): ResolvedQuery | undefined {
  const found = given && texts.get(given);
  if (found === undefined) return undefined;
  return isDeepStrictEqual(found.asked, askedOf(request)) ? found.query : undefined;
}

function askedOf({ text, platform, parameters, dialect, tenant, local }: Asked): Asked {
  return { text, platform, parameters, dialect, tenant, local };
}
