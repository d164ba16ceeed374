import { randomInt } from 'node:crypto';
import { cost } from '../cost.ts';
import { readWhole } from '../instants.ts';
import type { RouteContext, RouteRule } from '../rule.ts';
import { fetchWay } from './candidates.ts';

/** Larger samples make a long list of numbers. */
const sampleMax = 5_000;

/** For `USING SAMPLE n ROWS`: chooses ordinals at random, each set of n as likely as any other, and fetches those rows. */
export const sampledRows: RouteRule = {
  name: 'sampled-rows',
  propose(context) {
    const { coverage, reference, uncovered } = context;
    const { select, node } = reference;
    const sample = node.sample ?? (select.from_table === node ? select.sample : null);
    if (sample === null) return 'the query takes no sample of the table';
    if (node.sample !== null && select.sample !== null) return 'the query samples twice';
    if (uncovered.length > 0) return 'some rows are not in a segment yet';
    if (sample.is_percentage || sample.method.toLowerCase() !== 'reservoir') return 'no plain number of rows';
    if (sample.seed !== -1) return 'the sample is to be repeatable';
    const count = readWhole({
      class: 'CONSTANT',
      type: 'VALUE_CONSTANT',
      alias: '',
      query_location: 0,
      value: sample.sample_size,
    });
    if (count === undefined || count < 1n || count > BigInt(sampleMax))
      return `no number of rows from 1 to ${sampleMax}`;
    const chosen = chooseOrdinals(coverage.rowFiles, Number(count));
    return [
      fetchWay(context, {
        via: 'row files',
        sql: `SELECT unnest([${chosen.join(', ')}]::BIGINT[])`,
        rows: Number(count),
        cost: cost.start,
        note: `${count} rows chosen by number`,
      }),
    ];
  },
};

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
