import { type FunctionGroup, names } from './group.ts';

/** Functions that take a lambda. `limits.ts` bounds the nesting depth of lambdas. */
export const lambdas: FunctionGroup = {
  kind: 'scalar',
  free: names(`
    list_transform list_apply array_transform array_apply apply
    list_filter array_filter filter
    list_reduce array_reduce reduce`),
  bounded: {},
};
