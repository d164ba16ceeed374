import { aggregateName, atMost, seriesBounded } from '../argument-rules.ts';
import { admitLimits } from '../limits.ts';
import { each, type FunctionGroup, names } from './group.ts';

export const lists: FunctionGroup = {
  kind: 'scalar',
  free: names(`
    list_value list_pack array_value list_extract list_element array_extract list_slice array_slice unnest unpivot_list generate_subscripts unlist
    list_append array_append array_push_back list_prepend array_prepend array_push_front array_pop_back array_pop_front
    list_cat list_concat array_cat array_concat list_contains list_has array_contains array_has
    list_has_all array_has_all list_has_any array_has_any list_position list_indexof array_position array_indexof
    list_intersect array_intersect list_distinct array_distinct list_unique array_unique
    list_sort array_sort list_reverse_sort array_reverse_sort list_reverse array_reverse list_grade_up array_grade_up grade_up
    list_select array_select list_where array_where list_zip array_zip flatten array_length
    list_cosine_distance list_cosine_similarity list_distance list_dot_product list_inner_product
    list_negative_dot_product list_negative_inner_product array_cosine_distance array_cosine_similarity array_cross_product
    array_distance array_dot_product array_inner_product array_negative_dot_product array_negative_inner_product
    list_any_value list_approx_count_distinct list_avg list_bit_and list_bit_or list_bit_xor list_bool_and list_bool_or list_count
    list_entropy list_first list_histogram list_kurtosis list_kurtosis_pop list_last list_mad list_max list_median list_min list_mode
    list_product list_sem list_skewness list_stddev_pop list_stddev_samp list_string_agg list_sum list_var_pop list_var_samp`),
  bounded: {
    ...each('list_aggregate list_aggr array_aggregate array_aggr aggregate', aggregateName(1)),
    ...each('list_resize array_resize', atMost(1, admitLimits.listElementsMax, 'size')),
    ...each('range generate_series', seriesBounded),
  },
};
