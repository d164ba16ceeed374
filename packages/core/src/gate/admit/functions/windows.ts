import { type FunctionGroup, names } from './group.ts';

/** Functions that are only useful with OVER. Every aggregate may be used with OVER too. */
export const windows: FunctionGroup = {
  kind: 'window',
  free: names(
    `row_number rank rank_dense dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value fill`,
  ),
  bounded: {},
};
