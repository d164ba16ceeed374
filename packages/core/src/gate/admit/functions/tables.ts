import { atMost, namedAtMost, seriesBounded } from '../argument-rules.ts';
import { admitLimits } from '../limits.ts';
import { each, type FunctionGroup, names } from './group.ts';

/** Functions that are allowed in FROM. */
export const tableFunctions: FunctionGroup = {
  kind: 'table',
  free: names('unnest unlist generate_subscripts json_each json_tree'),
  bounded: {
    ...each('range generate_series', seriesBounded),
    repeat: [atMost(1, admitLimits.seriesRowsMax, 'count')],
    repeat_row: [namedAtMost('num_rows', admitLimits.seriesRowsMax, 'number of rows')],
  },
};
