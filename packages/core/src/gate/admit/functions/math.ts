import { atMost, constantAtMost } from '../argument-rules.ts';
import { admitLimits } from '../limits.ts';
import { type FunctionGroup, names } from './group.ts';

export const math: FunctionGroup = {
  kind: 'scalar',
  free: names(`
    abs acos acosh asin asinh atan atan2 atanh bit_count cbrt ceil ceiling cos cosh cot degrees even exp factorial fdiv floor fmod
    gamma gcd greatest greatest_common_divisor isinf isnan lcm least least_common_multiple lgamma ln log log10 log2
    nextafter pi pow power radians random round round_even roundbankers sign signbit sin sinh sqrt tan tanh trunc
    bit_position get_bit set_bit uuid uuidv4 uuidv7 gen_random_uuid uuid_extract_timestamp uuid_extract_version`),
  bounded: {
    bitstring: [constantAtMost(1, 1_000, 'length')],
    equi_width_bins: [atMost(2, admitLimits.binsMax, 'number of bins')],
  },
};
