import fc from 'fast-check';
import type { WorkloadParameters } from '../../bench/src/workload/parameters.ts';
import { workload } from '../../bench/src/workload/workload.ts';
import { anyQuery } from '../../packages/core/test/backends/duckdb/plan/query-grammar.ts';
import { seldomQueries } from '../../packages/core/test/backends/duckdb/plan/seldom-queries.ts';
import { statementsOf } from '../support/statements/statements.ts';

const spread = (name: string) => ({ hot: `${name}1`, middle: `${name}2`, tail: `${name}3` });
const ids = Array.from({ length: 20 }, (_, index) => String(7_300_000_000_000_000_000n + BigInt(index) * 7n));

const parameters: WorkloadParameters = {
  videoId: ids[3] ?? '',
  videoIds: ids,
  videoIdsHot: ids.map((id) => `${id.slice(0, -1)}9`),
  observedVideoId: ids[5] ?? '',
  author: spread('ada'),
  authors: Array.from({ length: 20 }, (_, index) => `author${index}`),
  commentedAuthor: 'grace',
  authorId: { hot: '6800000000000000001', middle: '6800000000000000002', tail: '6800000000000000003' },
  hashtag: spread('tag'),
  musicId: { hot: '6700000000000000001', middle: '6700000000000000002', tail: '6700000000000000003' },
  word: { hot: 'dance', middle: 'kitchen', tail: 'zeppelin' },
  region: { hot: 'US', middle: 'SE', tail: 'MT' },
  language: { hot: 'en', middle: 'sv', tail: 'mt' },
  daysAgo7: '2026-07-24 00:00:00+00',
  daysAgo30: '2026-07-01 00:00:00+00',
  daysAgo90: '2026-05-02 11:30:00+00',
  exportFrom: '2026-07-05 00:00:00+00',
  mix: {
    videoIds: ids,
    authors: ['ada1', 'grace'],
    hashtags: ['tag1', 'tag2'],
    instants: ['2026-07-01 00:00:00+00', '2026-03-01 00:00:00+00'],
  },
};

/** Queries that are drawn at random, by a seed. */
export interface Drawn {
  readonly count: number;
  readonly seed: number;
}

export const frozenDraw: Drawn = { count: 500, seed: 20_260_731 };

/** What plans are frozen of: the benchmark's queries, the statements of the tests, and random ones. */
export function frozenQuestions({ count, seed }: Drawn): { readonly name: string; readonly sql: string }[] {
  const drawn = fc.sample(anyQuery(ids), { numRuns: count, seed });
  return [
    ...workload(parameters).map(({ name, sql }) => ({ name: `benchmark ${name}`, sql })),
    ...statementsOf('corpus').map(({ file, sql }, index) => ({ name: `corpus ${index} ${file}`, sql })),
    ...seldomQueries.map(({ rule, sql }, index) => ({ name: `seldom ${index} ${rule}`, sql })),
    ...drawn.map(({ text }, index) => ({ name: `random ${index}`, sql: text })),
  ];
}
