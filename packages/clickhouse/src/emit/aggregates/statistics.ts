import { isFloating, isNested, isWhole } from '../plan/duck-type.ts';
import { isNode, type PlanNode } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import type { Names } from '../sql/names.ts';
import { argument, castSql, guarded, type Value, value } from '../sql/value.ts';
import { constant } from '../values/constant.ts';
import { type AggregateCall, type AggregateTranslation, filtered, noNullList } from './translation.ts';

/** A share as the binder keeps it: a decimal is `numerator / denominator`, with which DuckDB counts rows exactly. */
interface Share {
  readonly number: number;
  readonly decimal?: { readonly numerator: bigint; readonly denominator: bigint };
}

/** The shares of a quantile function, which the binder keeps apart. */
function sharesOf(data: PlanNode | undefined): Share[] {
  const given = Array.isArray(data?.quantiles) ? (data.quantiles as unknown[]) : [];
  const shares = given.map((each) => (isNode(each) ? shareOf(constant(each)) : { number: Number(each) }));
  if (
    shares.length === 0 ||
    data?.desc === true ||
    shares.some(({ number }) => !(number >= 0 && number <= 1))
  )
    refuse('a quantile of that kind');
  return shares;
}

function shareOf({ type, constant: given }: Value): Share {
  const number = Number(given);
  if (type.id !== 'DECIMAL' || typeof given !== 'string') return { number };
  const [whole = '', fraction = ''] = given.split('.');
  const decimal = { numerator: BigInt(`${whole}${fraction}`), denominator: 10n ** BigInt(fraction.length) };
  return { number, decimal };
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

/** Whether `share × (rows - 1) + 1`, as ClickHouse computes it, is exact for any number of rows that fits memory. */
function isExactInBinary(share: number): boolean {
  return Number.isInteger(share * 1_024);
}

/**
 * DuckDB weights the two values around the place `share × (rows - 1)`. `quantileExactInclusive` adds 1 to the place, which rounds
 * the weights, and weights a difference: the same for whole numbers and shares such as 0.5 and 0.25.
 */
function quantileCont(call: AggregateCall): Value {
  const { type, over, isDistinct, names } = call;
  const given = argument(call.args, 0);
  if (isDistinct) return refuse(`${call.name}(DISTINCT …)`);
  const shares =
    call.name === 'median' && call.data?.quantiles === undefined ? [{ number: 0.5 }] : sharesOf(call.data);
  const number = asDouble(call, given);
  const isExact = isWhole(given.type) && shares.every((share) => isExactInBinary(share.number));
  const one = ({ number: share }: Share) => `quantileExactInclusiveOrNull(${share})(${number})${over}`;
  const all = (of: (share: Share) => string) =>
    type.id === 'LIST' ? `[${shares.map(of).join(', ')}]` : of(shares[0] ?? { number: 0.5 });
  const quantiles = isExact
    ? all(one)
    : ofSorted(names, `groupArray(${number})${over}`, (sorted) =>
        all((share) => interpolated(sorted, share)),
      );
  if (type.id !== 'LIST') {
    if (type.id !== 'DOUBLE') return refuse(`${call.name} of ${given.type.id}`);
    return value(quantiles, type, true, { mayBeNaN: false });
  }
  return value(
    noNullList(call.name, `count(${number})${over}`, castSql(quantiles, type, false, true)),
    type,
    false,
    { elementsNullable: true },
  );
}

/** What is written of an array that is sorted once, however often it is named. */
function ofSorted(names: Names, array: string, write: (sorted: string) => string): string {
  const sorted = names.next('x');
  return `arrayElement(arrayMap(${sorted} -> ${write(sorted)}, [arraySort(${array})]), 1)`;
}

/** The value at a share of a sorted array; NULL of an empty one. */
function interpolated(sorted: string, { number: share }: Share): string {
  const place = `(toFloat64(length(${sorted})) - 1) * ${share}`;
  const at = (side: 'floor' | 'ceil') =>
    `arrayElementOrNull(${sorted}, greatest(1, toInt64(${side}(${place})) + 1))`;
  const weight = `(${place} - floor(${place}))`;
  return `if(${weight} = 0, ${at('floor')}, ${at('floor')} * (1 - ${weight}) + ${at('ceil')} * ${weight})`;
}

function quantileDisc(call: AggregateCall): Value {
  const { type, over, isDistinct, condition, names } = call;
  const given = argument(call.args, 0);
  if (type.id === 'LIST' || over !== '' || isDistinct || isNested(given.type) || isFloating(given.type))
    return refuse('quantile_disc of that kind');
  const share = sharesOf(call.data)[0] ?? { number: 0.5 };
  const array = condition === null ? `groupArray(${given.sql})` : `groupArrayIf(${given.sql}, ${condition})`;
  const at = (sorted: string) => `greatest(1, ${rowsUpTo(share, `length(${sorted})`)})`;
  const found = ofSorted(names, array, (sorted) => `arrayElementOrNull(${sorted}, ${at(sorted)})`);
  return value(found, type, true);
}

/** How many of the rows a share is, rounded up: exactly for a decimal, and as DuckDB rounds for a double. */
function rowsUpTo({ number, decimal }: Share, rows: string): string {
  if (decimal === undefined) {
    const double = `toFloat64(${rows})`;
    return `toInt64(${double} - floor(${double} - ${double} * ${number}))`;
  }
  const [numerator, denominator] = [decimal.numerator, decimal.denominator].map(
    (each) => `toInt256('${each}')`,
  );
  return `toInt64(intDiv(toInt256(${rows}) * ${numerator} + ${denominator} - 1, ${denominator}))`;
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
      'quantile_cont(coalesce(duration_ms, 0), [0.25, 0.5])',
      'quantile_cont(play_count, 0.95) FILTER (WHERE is_ad)',
    ],
    quantileCont,
  ),
  quantile_disc: {
    exactness: 'exact',
    proofs: [
      'quantile_disc(duration_ms, 0.9)',
      'quantile_disc(author, 0.5)',
      'quantile_disc(play_count, 0.07)',
      'quantile_disc(play_count, 0.560::DOUBLE)',
      'quantile_disc(play_count, 0.12345)',
    ],
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
      const share = sharesOf(call.data)[0]?.number;
      if (call.type.id === 'LIST' || !isWhole(given.type) || call.over !== '' || call.isDistinct)
        return refuse('approx_quantile of that kind');
      const found = `quantileTDigestOrNull(${share})(${filtered(call, given.sql)})`;
      return value(`accurateCastOrNull(round(${found}), 'Int64')`, call.type, true, {
        open: 'approx_quantile is approximate',
      });
    },
  },
};
