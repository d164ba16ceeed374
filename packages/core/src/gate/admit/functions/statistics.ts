import { atMost, constantAtMost, fractions } from '../argument-rules.ts';
import { admitLimits } from '../limits.ts';
import { each, type FunctionGroup, names } from './group.ts';

/** Statistical aggregates. */
export const statistics: FunctionGroup = {
  kind: 'aggregate',
  free: names(`
    median mode mad entropy skewness kurtosis kurtosis_pop sem stddev stddev_pop stddev_samp variance var_pop var_samp
    corr covar_pop covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy`),
  bounded: {
    ...each('quantile quantile_cont quantile_disc approx_quantile', fractions(1)),
    // NaN and an empty list of fractions crash it; neither is accepted as a fraction.
    reservoir_quantile: [fractions(1), constantAtMost(2, admitLimits.reservoirMax, 'sample size')],
    approx_top_k: [atMost(1, admitLimits.topMax, 'k')],
  },
};
