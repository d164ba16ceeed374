import type { Expression } from '../../syntax/ast.ts';
import { readWhole } from '../instants.ts';
import type { RouteContext, RouteRule } from '../rule.ts';
import { clauseText } from '../shape/clause-text.ts';
import { namedColumns, storedColumnsNeeded } from '../shape/columns-used.ts';
import { faultOfFilter, givesRowPerRow } from '../shape/leading-rows.ts';
import { faultOfFrom } from '../shape/where-applies.ts';
import { fetchedRowsMax, fetchWay, withOrdinals } from './candidates.ts';
import { wholeSources } from './sources.ts';
import { hasColumns } from './structure-relation.ts';

/** Rows that WHERE leaves, of those of the files it leaves: a guess for the cost model alone. */
const share = 1 / 1_000;

/**
 * Where WHERE needs narrow columns alone, and the query wider ones: first the rows that pass, from `scan`, then those
 * rows whole. The same for `QUALIFY row_number() OVER (…) <= k`, which the rows it keeps pass again.
 */
export const filterFirst: RouteRule = {
  name: 'filter-first',
  propose(context) {
    const { reference, resolved, table, columns, rows } = context;
    const { select } = reference;
    const notAlone = faultOfFrom(reference);
    if (notAlone !== undefined) return notAlone;
    const rank = rankLimit(select.qualify);
    const limit = plainLimit(context);
    if (select.where_clause === null && rank === undefined && limit === undefined) return 'no WHERE clause';
    if (hasColumns(context, 'scan', storedColumnsNeeded(table, columns))) return 'scan has all columns';
    const filters = rank === undefined ? [select.where_clause] : [select.where_clause, select.qualify];
    const named = namedColumns(table, filters);
    const sources = wholeSources(context, named, storedColumnsNeeded(table, named));
    if (sources.length === 0) return 'WHERE uses a column that only base files hold';
    const fault = faultOfFilter(filters, resolved.aggregates);
    if (fault !== undefined) return fault;
    const { text, endOffset } = resolved.statement;
    const clauses = clauseText(text, endOffset, reference);
    if (clauses === undefined) return 'the clauses stand in another order';
    const filter = text.slice(reference.end, clauses.filterEnd);
    const qualify = rank === undefined ? '' : `\n${text.slice(...(clauses.qualify ?? [0, 0]))}`;
    const expected = limit ?? Math.max(10, rows * share);
    return sources.map(({ structure, ordinal, where, given, cost: ownCost }) => {
      const narrow = withOrdinals(context, structure, ordinal, where, given);
      return fetchWay(context, {
        via: structure,
        sql: `SELECT _ordinal FROM ${narrow}${filter}${qualify}\nLIMIT ${limit ?? fetchedRowsMax + 1}`,
        rows: expected,
        cost: ownCost,
        note: `the rows that pass, found in ${structure}`,
      });
    });
  },
};

/** The k of `row_number() OVER (…) <= k` and the like; undefined for another condition. */
function rankLimit(condition: Expression | null): bigint | undefined {
  if (condition?.class !== 'COMPARISON') return undefined;
  if (!/^COMPARE_LESSTHAN(OREQUALTO)?$/.test(condition.type) && condition.type !== 'COMPARE_EQUAL')
    return undefined;
  const { left, right } = condition;
  const isRank = left.class === 'WINDOW' && /^(row_number|rank|dense_rank)$/i.test(left.function_name);
  const limit = readWhole(right);
  // Of the rows that are kept, each has before it those that were before it: all of them are kept, too. An equal
  // rank keeps that only for the first.
  return isRank && limit !== undefined && (condition.type !== 'COMPARE_EQUAL' || limit === 1n)
    ? limit
    : undefined;
}

/** Rows asked for without an order; undefined where all, or the rows of groups, are asked for. */
function plainLimit({ reference, resolved }: RouteContext): number | undefined {
  const { select } = reference;
  const [modifier, another] = select.modifiers;
  if (
    modifier?.type !== 'LIMIT_MODIFIER' ||
    another !== undefined ||
    !givesRowPerRow(select, resolved.aggregates)
  )
    return undefined;
  const count = modifier.limit === null ? undefined : readWhole(modifier.limit);
  const skipped = modifier.offset === null ? 0n : readWhole(modifier.offset);
  return count === undefined || skipped === undefined || count + skipped > BigInt(fetchedRowsMax)
    ? undefined
    : Number(count + skipped);
}
