import { randomInt } from 'node:crypto';
import type { SampleOptions } from '../../syntax/ast.ts';
import { cost } from '../cost.ts';
import { readWhole } from '../instants.ts';
import type { Candidate, RouteContext, RouteRule } from '../rule.ts';
import { clauseText } from '../shape/clause-text.ts';
import { namedColumns, storedColumnsNeeded } from '../shape/columns-used.ts';
import { faultOfFilter, givesRowPerRow } from '../shape/leading-rows.ts';
import { selectAround } from '../shape/select-around.ts';
import { faultOfFrom } from '../shape/where-applies.ts';
import { fetchWay, withOrdinals } from './candidates.ts';
import { wholeSources } from './sources.ts';

/** Larger samples make a long list of numbers. */
const sampleMax = 5_000;

/**
 * For `USING SAMPLE n ROWS`: chooses rows by their numbers, each set of n as likely as any other, and fetches those. Of
 * `(SELECT … FROM videos WHERE …) USING SAMPLE n ROWS`, those that pass WHERE by narrow columns are chosen from.
 */
export const sampledRows: RouteRule = {
  name: 'sampled-rows',
  propose(context) {
    const { coverage, reference, resolved, uncovered } = context;
    const { select, node } = reference;
    if (uncovered.length > 0) return 'some rows are not in a segment yet';
    const own = onlySample(node.sample, select.from_table === node ? select.sample : null);
    if (typeof own === 'string') return own;
    if (own !== undefined) {
      const chosen = chooseOrdinals(coverage.rowFiles, own);
      return [sampleOf(context, own, cost.start, `SELECT unnest([${chosen.join(', ')}]::BIGINT[])`)];
    }
    const outer = selectAround(resolved.statement.ast.node, select);
    const count = outer === undefined ? undefined : onlySample(outer.subquery.sample, outer.select.sample);
    if (typeof count === 'string') return count;
    return count === undefined ? 'the query takes no sample of the table' : sampleOfPassing(context, count);
  },
};

/** The number of rows that one of two SAMPLE clauses asks for; undefined without any; one line on why another is asked for. */
function onlySample(first: SampleOptions | null, second: SampleOptions | null): number | string | undefined {
  const sample = first ?? second;
  if (sample === null) return undefined;
  if (first !== null && second !== null) return 'the query samples twice';
  if (sample.is_percentage || sample.method.toLowerCase() !== 'reservoir') return 'no plain number of rows';
  if (sample.seed !== -1) return 'the sample is to be repeatable';
  const count = readWhole({
    class: 'CONSTANT',
    type: 'VALUE_CONSTANT',
    alias: '',
    query_location: 0,
    value: sample.sample_size,
  });
  return count === undefined || count < 1n || count > BigInt(sampleMax)
    ? `no number of rows from 1 to ${sampleMax}`
    : Number(count);
}

function sampleOfPassing(context: RouteContext, count: number): Candidate[] | string {
  const { reference, resolved, table } = context;
  const { select } = reference;
  const fault =
    faultOfFrom(reference) ?? faultOfFilter([select.where_clause, select.select_list], resolved.aggregates);
  if (fault !== undefined) return fault;
  if (!givesRowPerRow(select, resolved.aggregates) || select.modifiers.length > 0)
    return 'the sample is not of rows that pass WHERE';
  const { text, endOffset } = resolved.statement;
  const clauses = clauseText(text, endOffset, reference);
  if (clauses === undefined) return 'the clauses stand in another order';
  const where = namedColumns(table, [select.where_clause]);
  const rest = text.slice(reference.end, clauses.filterEnd);
  return wholeSources(context, where, storedColumnsNeeded(table, where)).map((source) => {
    const rows = withOrdinals(context, source.structure, source.ordinal, source.where, source.given);
    const sql = `SELECT _ordinal FROM (SELECT _ordinal FROM ${rows}${rest}) USING SAMPLE ${count} ROWS`;
    return sampleOf(context, count, source.cost, sql);
  });
}

function sampleOf(context: RouteContext, rows: number, ownCost: number, sql: string): Candidate {
  return fetchWay(context, {
    via: 'row files',
    sql,
    rows,
    cost: ownCost,
    note: `${rows} rows chosen by number`,
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
  // Numbers count the rows that are read; ordinals leave gaps where rows are stale.
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
