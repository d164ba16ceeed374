import { readsColumn, seriesBounded } from '../argument-rules.ts';
import { each, type FunctionGroup, names } from './group.ts';

/** Functions that are allowed in FROM. */
export const tableFunctions: FunctionGroup = {
  kind: 'table',
  free: names('unnest generate_subscripts'),
  bounded: {
    ...each('range generate_series', seriesBounded),
    ...each('json_each json_tree', readsColumn(0)),
  },
};
