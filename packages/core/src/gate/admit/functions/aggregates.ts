import { type FunctionGroup, names } from './group.ts';

export const aggregates: FunctionGroup = {
  kind: 'aggregate',
  free: names(`
    count count_star count_if countif sum fsum kahan_sum sumkahan avg mean favg product min max min_by max_by
    argmin argmax arg_min arg_max arg_min_null arg_max_null arg_min_nulls_last arg_max_nulls_last
    first last any_value arbitrary bool_and bool_or bit_and bit_or bit_xor
    string_agg group_concat listagg list array_agg histogram histogram_exact bitstring_agg
    approx_count_distinct weighted_avg wavg geomean geometric_mean`),
  bounded: {},
};
