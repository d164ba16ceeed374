import { type Comparison, type Pair, peakBytes, type Verdict } from '../beside/comparison.ts';
import { geometricMean } from '../measure/statistics.ts';
import { markdownTable, mebibytes, milliseconds, ratio } from './markdown-table.ts';

/** The section that compares this checkout's engine with the other one's, with any regressions. */
export function besideSection({ commit, pairs, again, verdicts, planBytes }: Comparison): string {
  const guilty = verdicts.filter(({ holds }) => !holds);
  const worst = [...pairs].sort((a, b) => b.cpuRatio - a.cpuRatio)[0];
  const paragraphs = [
    guilty.length === 0 ? 'No regression.' : `**Regression in ${guilty.length} of ${verdicts.length}.**`,
    `The other engine is at commit ${commit}. Ratios say how many times its CPU time this one took; under 1 is better. A verdict that did not hold was measured again in new processes with more runs, and counts by the second time.`,
    markdownTable(['verdict', 'here', 'at most', 'first time', ''], verdicts.map(verdictRow), 1),
    guilty.map(({ name, queries }) => `- ${name}: ${queries.join(', ') || 'no query by itself'}`).join('\n'),
    worst === undefined
      ? 'No query was measured at both.'
      : `Over ${pairs.length} queries: CPU × ${ratio(meanRatio(pairs))}, wall × ${ratio(meanWallRatio(pairs))}; the worst is ${worst.query} with CPU × ${ratio(worst.cpuRatio)}. Peak memory ${mebibytes(peakBytes(pairs, 'ours'))} against ${mebibytes(peakBytes(pairs, 'beside'))}.`,
    pairTable(pairs),
    ...(again.length === 0 ? [] : ['Measured again:', pairTable(again)]),
    ...planParagraphs(planBytes),
  ];
  return paragraphs.filter((text) => text !== '').join('\n\n');
}

function verdictRow({ name, value, most, holds, before }: Verdict): string[] {
  const spell = (figure: number) => (Number.isInteger(most) ? String(figure) : figure.toFixed(3));
  return [
    name,
    spell(value),
    `≤ ${most}`,
    before === undefined ? '' : spell(before),
    holds ? 'holds' : 'does not hold',
  ];
}

function meanRatio(pairs: readonly Pair[]): number {
  return geometricMean(pairs.map(({ cpuRatio }) => cpuRatio));
}

function meanWallRatio(pairs: readonly Pair[]): number {
  return geometricMean(pairs.map(({ ours, beside }) => ours.wallMs / beside.wallMs));
}

function pairTable(pairs: readonly Pair[]): string {
  return markdownTable(
    ['query', 'CPU ms', 'other', '×', 'wall ms', 'other', 'peak', 'other'],
    pairs.map(({ query, ours, beside, cpuRatio }) => [
      query,
      milliseconds(ours.cpuMs),
      milliseconds(beside.cpuMs),
      ratio(cpuRatio),
      milliseconds(ours.wallMs),
      milliseconds(beside.wallMs),
      mebibytes(ours.peakBytes),
      mebibytes(beside.peakBytes),
    ]),
    1,
  );
}

/** The tolerance in bytes for noise between runs: heartbeats between the processes, seeds of samples. */
const planSlackBytes = 40;

/** The sums over the queries for which both could be determined, and every query whose plan has a different size. */
function planParagraphs(planBytes: Comparison['planBytes']): string[] {
  const told = planBytes.flatMap(({ query, ours, beside }) =>
    ours === null || beside === null ? [] : [{ query, ours, beside }],
  );
  if (told.length === 0)
    return ['Bytes of plans could not be told: no query reached a query process by a socket on both sides.'];
  const sum = (side: 'ours' | 'beside') => told.reduce((total, row) => total + row[side], 0);
  const differing = told.filter(({ ours, beside }) => Math.abs(ours - beside) > planSlackBytes);
  return [
    `Bytes that begin a query in its query process, over ${told.length} of ${planBytes.length} queries: ${sum('ours').toLocaleString('en-US')} against ${sum('beside').toLocaleString('en-US')}${differing.length === 0 ? `, none differs by more than ${planSlackBytes}` : `; those that differ by more than ${planSlackBytes}:`}`,
    ...(differing.length === 0
      ? []
      : [
          markdownTable(
            ['query', 'bytes', 'other', '×'],
            differing.map(({ query, ours, beside }) => [
              query,
              String(ours),
              String(beside),
              ratio(ours / beside),
            ]),
            1,
          ),
        ]),
  ];
}
