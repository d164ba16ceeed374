import { isFloating, isNested, isWhole } from '../plan/duck-type.ts';
import { isNode, type PlanNode } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import { argument, castSql, guarded, type Value, value } from '../sql/value.ts';
import { constant } from '../values/constant.ts';
import { type AggregateCall, type AggregateTranslation, filtered, noNullList } from './translation.ts';

/** The shares of a quantile function, which the binder keeps apart. */
function sharesOf(data: PlanNode | undefined): number[] {
  const shares = Array.isArray(data?.quantiles) ? (data.quantiles as unknown[]) : [];
  const numbers = shares.map((share) => Number(isNode(share) ? constant(share).constant : share));
  if (numbers.length === 0 || data?.desc === true || numbers.some((share) => !(share >= 0 && share <= 1)))
    refuse('a quantile of that kind');
  return numbers;
}

/** A number as a double, for which NaN has no place in the order of ClickHouse. */
function asDouble(call: AggregateCall, given: Value): string {
  if (!isWhole(given.type) && given.type.id !== 'DOUBLE')
    return refuse(`${call.name} of ${given.type.id}`, 'a cast to DOUBLE');
  const { sql } = given;
  const number =
    isFloating(given.type) && given.mayBeNaN !== false
      ? guarded(`isNaN(${sql})`, 'not_supported_by_backend', `NaN among the values of ${call.name}`, sql)
      : isWhole(given.type)
        ? `toFloat64(${sql})`
        : sql;
  return filtered(call, number);
}

function quantileCont(call: AggregateCall): Value {
  const { type, over, isDistinct } = call;
  const given = argument(call.args, 0);
  if (isDistinct) return refuse(`${call.name}(DISTINCT …)`);
  const shares = call.name === 'median' && call.data?.quantiles === undefined ? [0.5] : sharesOf(call.data);
  const number = asDouble(call, given);
  const one = (share: number) => `quantileExactInclusiveOrNull(${share})(${number})${over}`;
  if (type.id !== 'LIST') {
    if (type.id !== 'DOUBLE') return refuse(`${call.name} of ${given.type.id}`);
    return value(one(shares[0] ?? 0.5), type, true, { mayBeNaN: false });
  }
  const all = shares.map(one).join(', ');
  return value(
    noNullList(call.name, `count(${number})${over}`, castSql(`[${all}]`, type, false, true)),
    type,
    false,
    { elementsNullable: true },
  );
}

function quantileDisc(call: AggregateCall): Value {
  const { type, over, isDistinct, condition, names } = call;
  const given = argument(call.args, 0);
  if (type.id === 'LIST' || over !== '' || isDistinct || isNested(given.type) || isFloating(given.type))
    return refuse('quantile_disc of that kind');
  const share = sharesOf(call.data)[0] ?? 0.5;
  const item = names.next('x');
  const array = condition === null ? `groupArray(${given.sql})` : `groupArrayIf(${given.sql}, ${condition})`;
  const place = `arrayMap(${item} -> arrayElementOrNull(${item}, greatest(1, toUInt64(ceil(length(${item}) * ${share})))), [arraySort(${array})])`;
  return value(`arrayElement(${place}, 1)`, type, true);
}

/** The most frequent value; among several DuckDB takes the one it met first. */
function mode(call: AggregateCall): Value {
  const { type, over, condition, isDistinct, names } = call;
  const given = argument(call.args, 0);
  if (isNested(given.type) || isFloating(given.type) || over !== '' || isDistinct)
    return refuse('mode of that kind');
  const item = names.next('x');
  const known = [condition, given.nullable ? `isNotNull(${given.sql})` : null].filter(
    (each) => each !== null,
  );
  const counts = `sumMapIf([assumeNotNull(${given.sql})], [toUInt64(1)], ${known.length === 0 ? '1' : known.join(' AND ')})`;
  const pairs = `arrayZip(tupleElement(${counts}, 1), tupleElement(${counts}, 2))`;
  const sorted = `arrayReverseSort(${item} -> tupleElement(${item}, 2), ${pairs})`;
  const found = `arrayElementOrNull(arrayMap(${item} -> tupleElement(${item}, 1), ${sorted}), 1)`;
  return value(found, type, true, { open: 'which value mode takes among those that are as frequent' });
}

/** A number that has no place in a spread ends the query. */
function finiteOf({ name }: AggregateCall, { sql, mayBeNaN }: Value): string {
  if (mayBeNaN === false) return sql;
  const message = `NaN or infinity among the values of ${name}`;
  return guarded(`NOT isFinite(${sql})`, 'not_supported_by_backend', message, sql);
}

/** Over values that are all known. */
function spread(name: string, leastRows: number) {
  return (call: AggregateCall): Value => {
    const { type, over, isDistinct } = call;
    const given = argument(call.args, 0);
    if (over !== '' || isDistinct || given.type.id !== 'DOUBLE') return refuse(`${call.name} of that kind`);
    const number = filtered(call, finiteOf(call, given));
    return value(`if(count(${number}) < ${leastRows}, NULL, ${name}OrNull(${number}))`, type, true, {
      mayBeNaN: true,
    });
  };
}

function correlation(call: AggregateCall): Value {
  const { type, over, condition, isDistinct } = call;
  const [a, b] = [argument(call.args, 0), argument(call.args, 1)];
  if (over !== '' || isDistinct || condition !== null || a.type.id !== 'DOUBLE' || b.type.id !== 'DOUBLE')
    return refuse('corr of that kind');
  const [x, y] = [finiteOf(call, a), finiteOf(call, b)];
  const both = `isNotNull(${a.sql}) AND isNotNull(${b.sql})`;
  const isConstant = [x, y].map((each) => `minIf(${each}, ${both}) = maxIf(${each}, ${both})`).join(' OR ');
  return value(
    `multiIf(countIf(${both}) < 1, NULL, ${isConstant}, nan, corrStableOrNull(${x}, ${y}))`,
    type,
    true,
    {
      mayBeNaN: true,
    },
  );
}

/** Statistics of pairs of which both values are known. */
function ofPairs(write: (x: string, y: string, both: string) => string, leastRows: number) {
  return (call: AggregateCall): Value => {
    const { type, over, condition, isDistinct } = call;
    const [y, x] = [argument(call.args, 0), argument(call.args, 1)];
    if (over !== '' || isDistinct || condition !== null || x.type.id !== 'DOUBLE' || y.type.id !== 'DOUBLE')
      return refuse(`${call.name} of that kind`);
    const both = `isNotNull(${x.sql}) AND isNotNull(${y.sql})`;
    const found = write(finiteOf(call, x), finiteOf(call, y), both);
    return value(`if(countIf(${both}) < ${leastRows}, NULL, ${found})`, type, true, { mayBeNaN: true });
  };
}

const slope = (x: string, y: string, both: string) => {
  const spreadOfX = `varPopStableOrNull(if(${both}, ${x}, NULL))`;
  return `if(minIf(${x}, ${both}) = maxIf(${x}, ${both}), nan, covarPopStableOrNull(${x}, ${y}) / ${spreadOfX})`;
};

const close = (proofs: readonly string[], write: AggregateTranslation['write']): AggregateTranslation => ({
  exactness: 'close',
  proofs,
  write,
});

export const statisticalAggregates: Readonly<Record<string, AggregateTranslation>> = {
  median: close(
    ['median(play_count)', 'median(duration_ms)', 'median(like_count) FILTER (WHERE is_ad)'],
    quantileCont,
  ),
  quantile_cont: close(
    [
      'quantile_cont(duration_ms, 0.9)',
      'quantile_cont(play_count::DOUBLE, 0.25)',
      'quantile_cont(coalesce(duration_ms, 0), [0.1, 0.5])',
    ],
    quantileCont,
  ),
  quantile_disc: {
    exactness: 'exact',
    proofs: ['quantile_disc(duration_ms, 0.9)', 'quantile_disc(author, 0.5)'],
    write: quantileDisc,
  },
  mode: { exactness: 'open', proofs: [], write: mode },
  stddev: close(['stddev(duration_ms)'], spread('stddevSampStable', 2)),
  stddev_samp: close(['stddev_samp(duration_ms)'], spread('stddevSampStable', 2)),
  stddev_pop: close(['stddev_pop(duration_ms)'], spread('stddevPopStable', 1)),
  variance: close(['variance(duration_ms)'], spread('varSampStable', 2)),
  var_samp: close(['var_samp(duration_ms)'], spread('varSampStable', 2)),
  var_pop: close(['var_pop(duration_ms)'], spread('varPopStable', 1)),
  corr: close(['corr(duration_ms, play_count % 1000)'], correlation),
  regr_slope: close(['regr_slope(play_count % 1000, duration_ms)'], ofPairs(slope, 1)),
  covar_pop: close(
    ['covar_pop(duration_ms, play_count % 1000)'],
    ofPairs((x, y) => `covarPopStableOrNull(${x}, ${y})`, 1),
  ),
  covar_samp: close(
    ['covar_samp(duration_ms, play_count % 1000)'],
    ofPairs((x, y) => `covarSampStableOrNull(${x}, ${y})`, 2),
  ),
  approx_count_distinct: {
    exactness: 'approximate',
    proofs: [],
    write: (call) => {
      const given = argument(call.args, 0);
      if (isNested(given.type) || call.isDistinct) return refuse('approx_count_distinct of that kind');
      return value(`toInt64(uniqCombined64(${filtered(call, given.sql)})${call.over})`, call.type, false, {
        open: 'approx_count_distinct is approximate',
      });
    },
  },
  approx_quantile: {
    exactness: 'approximate',
    proofs: [],
    write: (call) => {
      const given = argument(call.args, 0);
      const share = sharesOf(call.data)[0];
      if (call.type.id === 'LIST' || !isWhole(given.type) || call.over !== '' || call.isDistinct)
        return refuse('approx_quantile of that kind');
      const found = `quantileTDigestOrNull(${share})(${filtered(call, given.sql)})`;
      return value(`accurateCastOrNull(round(${found}), 'Int64')`, call.type, true, {
        open: 'approx_quantile is approximate',
      });
    },
  },
};
