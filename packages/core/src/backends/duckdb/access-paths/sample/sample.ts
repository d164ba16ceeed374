import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import {
  type AccessPath,
  type Candidate,
  faultOfMerge,
  type Merge,
  type RouteContext,
  unionOfRows,
} from '../../candidates/access-path.ts';
import { cost } from '../../candidates/cost.ts';
import { passingRows } from '../../candidates/estimates/selectivity.ts';
import { fetchCandidate, withOrdinals } from '../../candidates/relation/fetched-rows.ts';
import { chooseNumbers, livingOfDrawn, rowsUncovered, spareCount } from './living-numbers.ts';

/** Maximum sample: larger ones make a long list of numbers. */
const sampleMax = 5_000;

/** Among the rows that pass a condition, those of a segment are chosen. */
const ofSegments: Merge = { ...unionOfRows, uncovered: 'refused' };

/**
 * For `USING SAMPLE n ROWS` and `ORDER BY random() LIMIT n`: chooses rows by their numbers, each set of n rows with the same probability, and fetches
 * those. Of `(SELECT … FROM t WHERE …) USING SAMPLE n ROWS`, it chooses among the rows that pass WHERE by narrow
 * columns, where every row is in a segment.
 *
 * It does not support percentages or repeatable samples, which depend on how DuckDB reads rows. It has no structure
 * of its own.
 */
export const sample: AccessPath = {
  name: 'sample',
  purpose: 'A number of rows chosen at random',
  route(context) {
    const { coverage, question, uncovered } = context;
    if (coverage.segments.length === 0) return 'the rows have no numbers';
    const own = countOf(question.sample);
    if (typeof own === 'string') return own;
    if (own !== undefined) return sampleOfAll(context, own);
    const count = countOf(question.sampleAround);
    if (typeof count === 'string') return count;
    if (count === undefined) return 'the query takes no sample of the table';
    const fault = faultOfMerge({ ...ofSegments, uncovered: 'rows' }, context);
    if (fault !== undefined) return fault;
    if (uncovered.length > 0) return 'some rows are not in a segment yet';
    return sampleOfPassing(context, count);
  },
};

function sampleOfAll(context: RouteContext, count: number): Candidate[] {
  const { coverage } = context;
  const beside = rowsUncovered(coverage);
  if (beside === 0 && coverage.rowsMasked === 0) {
    const chosen = chooseNumbers(coverage.rowFiles, count, 0);
    return [sampleOf(context, count, cost.start, `SELECT unnest([${chosen.join(', ')}]::BIGINT[])`)];
  }
  const wanted = Math.min(count, coverage.rowsLiving);
  const drawn = chooseNumbers(coverage.rowFiles, spareCount(coverage, wanted), beside);
  const sql = livingOfDrawn(context, drawn, wanted);
  const candidate = sampleOf(context, wanted, cost.start + beside * cost.groupOfOne, sql.ordinals, {
    parts: (names) => [sql.beside(names)],
  });
  return [candidate];
}

function countOf(count: bigint | string | undefined): number | string | undefined {
  if (typeof count !== 'bigint') return count;
  return count < 1n || count > BigInt(sampleMax) ? `no number of rows from 1 to ${sampleMax}` : Number(count);
}

function sampleOfPassing(context: RouteContext, count: number): Candidate[] | string {
  const { table, question } = context;
  const { clauses, whereColumns: places } = question;
  if (clauses === undefined) return 'the clauses are in an unexpected order';
  return context.sources({ places, stored: storedColumnsNeeded(table, places) }).map((source) => {
    const rows = withOrdinals(context, source, places);
    const sql = `SELECT _ordinal FROM (SELECT _ordinal FROM ${rows}${clauses.filter}) USING SAMPLE ${count} ROWS`;
    return sampleOf(context, count, source.cost, sql, { rows: Math.min(count, passingRows(context)) });
  });
}

function sampleOf(
  context: RouteContext,
  count: number,
  ownCost: number,
  sql: string,
  { rows = count, parts }: { rows?: number; parts?: (names: readonly string[]) => readonly string[] } = {},
): Candidate {
  return fetchCandidate(context, {
    via: 'row files',
    merge: parts === undefined ? ofSegments : unionOfRows,
    sql,
    rows,
    rowsMost: count,
    cost: ownCost,
    note: `${count === 1 ? 'one row' : `${count} rows`} chosen by number`,
    ...(parts === undefined ? {} : { parts }),
  });
}
