import { randomInt } from 'node:crypto';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import {
  type AccessPath,
  type Candidate,
  type Merge,
  type RouteContext,
  unionOfRows,
} from '../../candidates/access-path.ts';
import { cost } from '../../candidates/cost.ts';
import { passingRows } from '../../candidates/estimates/selectivity.ts';
import { fetchCandidate, withOrdinals } from '../../candidates/relation/fetched-rows.ts';

/** Maximum sample: larger ones make a long list of numbers. */
const sampleMax = 5_000;

/** Uncovered rows have no numbers to be chosen by. */
const numberedOnly: Merge = { ...unionOfRows, uncovered: 'refused' };

/**
 * For `USING SAMPLE n ROWS`: chooses rows by their numbers, each set of n rows with the same probability, and fetches
 * those. Of `(SELECT … FROM t WHERE …) USING SAMPLE n ROWS`, it chooses among the rows that pass WHERE by narrow
 * columns.
 *
 * It does not support percentages or repeatable samples, which depend on how DuckDB reads rows. It has no structure
 * of its own.
 */
export const sample: AccessPath = {
  name: 'sample',
  purpose: 'A number of rows chosen at random',
  route(context) {
    const { coverage, question, uncovered } = context;
    if (uncovered.length > 0) return 'some rows are not in a segment yet';
    const own = countOf(question.sample);
    if (typeof own === 'string') return own;
    if (own !== undefined) {
      const chosen = chooseOrdinals(coverage.rowFiles, own);
      return [sampleOf(context, own, cost.start, `SELECT unnest([${chosen.join(', ')}]::BIGINT[])`)];
    }
    const count = countOf(question.sampleAround);
    if (typeof count === 'string') return count;
    return count === undefined ? 'the query takes no sample of the table' : sampleOfPassing(context, count);
  },
};

function countOf(count: bigint | string | undefined): number | string | undefined {
  if (typeof count !== 'bigint') return count;
  return count < 1n || count > BigInt(sampleMax) ? `no number of rows from 1 to ${sampleMax}` : Number(count);
}

function sampleOfPassing(context: RouteContext, count: number): Candidate[] | string {
  const { table, question } = context;
  const { clauses, whereColumns: places } = question;
  if (clauses === undefined) return 'the clauses are in an unexpected order';
  return context.sources({ places, stored: storedColumnsNeeded(table, places) }).map((source) => {
    const rows = withOrdinals(context, source);
    const sql = `SELECT _ordinal FROM (SELECT _ordinal FROM ${rows}${clauses.filter}) USING SAMPLE ${count} ROWS`;
    return sampleOf(context, count, source.cost, sql, Math.min(count, passingRows(context)));
  });
}

function sampleOf(
  context: RouteContext,
  count: number,
  ownCost: number,
  sql: string,
  rows = count,
): Candidate {
  return fetchCandidate(context, {
    via: 'row files',
    merge: numberedOnly,
    sql,
    rows,
    rowsMost: count,
    cost: ownCost,
    note: `${count === 1 ? 'one row' : `${count} rows`} chosen by number`,
  });
}

/** Ordinals of `count` rows, or of all when there are no more (Floyd's algorithm). */
function chooseOrdinals(files: RouteContext['coverage']['rowFiles'], count: number): number[] {
  const total = files.reduce((sum, { rows }) => sum + rows, 0);
  const chosen = new Set<number>();
  for (let place = Math.max(0, total - count); place < total; place++) {
    const number = randomInt(place + 1);
    chosen.add(chosen.has(number) ? place : number);
  }
  // Numbers count the rows that are read; ordinals have gaps where rows are stale.
  const ascending = [...chosen].sort((a, b) => a - b);
  const ordinals: number[] = [];
  let before = 0;
  let at = 0;
  for (const { first, rows } of files) {
    for (; at < ascending.length; at++) {
      const number = ascending[at] ?? 0;
      if (number >= before + rows) break;
      ordinals.push(first + number - before);
    }
    before += rows;
  }
  return ordinals;
}
