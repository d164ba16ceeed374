import { isFloating, isNested, isWhole } from '../plan/duck-type.ts';
import { refuse } from '../refusal.ts';
import { groupKey } from '../select/select.ts';
import { argument, castSql, type Value, value } from '../sql/value.ts';
import { unscaledOf } from '../values/cast.ts';
import { type AggregateCall, type AggregateTranslation, filtered, orNull } from './translation.ts';

const isNeverNull = ({ hasRows, condition }: AggregateCall, given: Value) =>
  hasRows && condition === null && !given.nullable;

function noOrder({ orders, name, over }: AggregateCall): void {
  if (orders.length > 0 && over !== '') refuse(`ORDER BY inside of ${name} in a window`);
}

function count(call: AggregateCall): Value {
  const { args, type, condition, isDistinct, over } = call;
  const given = args[0];
  if (args.length > 1) return refuse('count of several values');
  if (given === undefined)
    return value(
      `toInt64(${condition === null ? `count()${over}` : `countIf(${condition})${over}`})`,
      type,
      false,
    );
  if (isDistinct) return countDistinct(call, given);
  if (!given.nullable) return count({ ...call, args: [] });
  if (isNested(given.type) && !given.isBoxed) return refuse('count of lists that may be NULL');
  const known = given.isBoxed ? `notEmpty(${given.sql})` : `isNotNull(${given.sql})`;
  return value(
    `toInt64(countIf(${condition === null ? known : `${condition} AND ${known}`})${over})`,
    type,
    false,
  );
}

function countDistinct(call: AggregateCall, given: Value): Value {
  const { type, condition, over } = call;
  if (over !== '') return refuse('count(DISTINCT …) in a window');
  if (given.fields !== undefined) {
    const items = given.fields.map(groupKey).join(', ');
    const sql =
      condition === null ? `uniqExact(tuple(${items}))` : `uniqExactIf(tuple(${items}), ${condition})`;
    return value(`toInt64(${sql})`, type, false);
  }
  if (isNested(given.type) && given.elementsNullable) return refuse('count(DISTINCT …) of such lists');
  if (given.type.id === 'STRUCT') return refuse('count(DISTINCT …) of structs');
  if (given.nullable || condition === null)
    return value(`toInt64(uniqExact(${filtered(call, keyOf(given))}))`, type, false);
  return value(`toInt64(uniqExactIf(${keyOf(given)}, ${condition}))`, type, false);
}

const keyOf = (given: Value) => (given.constant === undefined ? groupKey(given) : given.sql);

function sum(call: AggregateCall): Value {
  const { type } = call;
  const given = argument(call.args, 0);
  noOrder(call);
  const nullable = !isNeverNull(call, given);
  if (isWhole(given.type) || given.type.id === 'BOOLEAN')
    return value(
      castSql(orNull(call, 'sum', `toInt128(${filtered(call, given.sql)})`), type, nullable),
      type,
      nullable,
    );
  if (given.type.id === 'DOUBLE')
    return value(orNull(call, 'sum', filtered(call, distinctKey(call, given))), type, nullable, {
      mayBeNaN: true,
    });
  if (given.type.id === 'DECIMAL')
    return value(castSql(orNull(call, 'sum', filtered(call, given.sql)), type, nullable), type, nullable);
  return refuse(`sum of ${given.type.id}`);
}

const distinctKey = ({ isDistinct }: AggregateCall, given: Value) =>
  isDistinct ? groupKey(given) : given.sql;

/** Of whole numbers the exact sum is divided once. */
function avg(call: AggregateCall): Value {
  const { type, over, isDistinct } = call;
  const given = argument(call.args, 0);
  noOrder(call);
  if (type.id !== 'DOUBLE') return refuse(`avg of ${given.type.id}`);
  if (isWhole(given.type)) {
    const item = filtered(call, given.sql);
    const rows = isDistinct ? `uniqExact(${item})` : `count(${item})${over}`;
    if (isDistinct && over !== '') return refuse('avg(DISTINCT …) in a window');
    const total = `toFloat64(${orNull(call, 'sum', `toInt128(${item})`)})`;
    return value(`(${total} / toFloat64(nullIf(${rows}, 0)))`, type, true, { mayBeNaN: false });
  }
  if (given.type.id === 'DECIMAL' && !isDistinct) {
    const item = filtered(call, given.sql);
    const sum = { id: 'DECIMAL', width: 38, scale: given.type.scale } as const;
    const total = unscaledOf(value(castSql(orNull(call, 'sum', item), sum, true), sum, true));
    const rows = `toFloat64(nullIf(count(${item})${over}, 0))`;
    return value(`(toFloat64(${total}) / (${rows} * 1${'0'.repeat(given.type.scale)}.))`, type, true, {
      mayBeNaN: false,
    });
  }
  if (given.type.id === 'DOUBLE' && !isDistinct)
    return value(orNull(call, 'avg', filtered(call, given.sql)), type, true, { mayBeNaN: true });
  return refuse(`avg of ${given.type.id}`, 'a cast to DOUBLE');
}

function extreme(name: 'min' | 'max') {
  return (call: AggregateCall): Value => {
    const { type, args } = call;
    const given = argument(args, 0);
    noOrder(call);
    if (args.length > 1) return refuse(`${name} of several values`, 'list(…)[1:n] with an order');
    if (isNested(given.type)) return refuse(`${name} of lists`);
    const nullable = !isNeverNull(call, given);
    const plainCall = { ...call, isDistinct: false };
    if (isFloating(given.type) && given.mayBeNaN !== false) return extremeWithNaN(name, plainCall, given);
    const found = orNull(plainCall, name, filtered(call, given.sql));
    return value(
      given.type.id === 'BOOLEAN' ? castSql(found, type, true) : found,
      type,
      given.type.id === 'BOOLEAN' || nullable,
    );
  };
}

/** NaN is greater than all numbers. */
function extremeWithNaN(name: 'min' | 'max', call: AggregateCall, given: Value): Value {
  const { type } = call;
  const numbers = orNull(call, name, filtered(call, `if(isNaN(${given.sql}), NULL, ${given.sql})`));
  const nanFound = orNull(call, 'max', filtered(call, `isNaN(${given.sql})`));
  const sql =
    name === 'max'
      ? `if(ifNull(${nanFound}, 0) = 1, nan, ${numbers})`
      : `if(isNull(${numbers}) AND ifNull(${nanFound}, 0) = 1, nan, ${numbers})`;
  return value(sql, type, true, { mayBeNaN: true });
}

function logical(name: 'min' | 'max') {
  return (call: AggregateCall): Value => {
    const given = argument(call.args, 0);
    const item = filtered(call, `CAST(${given.sql}, 'Nullable(UInt8)')`);
    return value(
      castSql(orNull({ ...call, isDistinct: false }, name, item), call.type, true),
      call.type,
      true,
    );
  };
}

/** The row with the greatest or least key; NULLs are left out of both. */
function atExtreme(name: 'argMax' | 'argMin') {
  return (call: AggregateCall): Value => {
    const { type, args, over } = call;
    const [given, key] = [argument(args, 0), argument(args, 1)];
    if (args.length > 2 || isNested(given.type) || isNested(key.type))
      return refuse(`${call.name} of that kind`);
    if (isFloating(key.type) && key.mayBeNaN !== false)
      return refuse(`${call.name} by numbers that may be NaN`);
    if (given.nullable) {
      // only rows where both are known
      const both = [
        call.condition,
        `isNotNull(${given.sql})`,
        ...(key.nullable ? [`isNotNull(${key.sql})`] : []),
      ];
      const condition = both.filter((each) => each !== null).join(' AND ');
      const sql = `${name}OrNullIf(${given.sql}, ${key.sql}, ${condition})${over}`;
      return value(finished(sql, call), type, true, { open: ties(call.name) });
    }
    const sql = `${name}OrNull(${filtered(call, given.sql)}, ${filtered(call, key.sql)})${over}`;
    return value(finished(sql, call), type, true, { open: ties(call.name) });
  };
}

/** The same with rows whose value is NULL; those whose key is NULL are left out. */
function atExtremeWithNull(name: 'argMax' | 'argMin') {
  return (call: AggregateCall): Value => {
    const { type, args, over, condition } = call;
    const [given, key] = [argument(args, 0), argument(args, 1)];
    if (args.length > 2 || isNested(given.type) || isNested(key.type))
      return refuse(`${call.name} of that kind`);
    if (isFloating(key.type) && key.mayBeNaN !== false)
      return refuse(`${call.name} by numbers that may be NaN`);
    const known = [condition, key.nullable ? `isNotNull(${key.sql})` : null].filter((each) => each !== null);
    const pair = `tuple(toNullable(${given.sql}))`;
    const sql =
      known.length === 0
        ? `${name}(${pair}, ${key.sql})`
        : `${name}If(${pair}, ${key.sql}, ${known.join(' AND ')})`;
    return value(finished(`tupleElement(${sql}${over}, 1)`, call), type, true, { open: ties(call.name) });
  };
}

const finished = (sql: string, { type }: AggregateCall) =>
  type.id === 'BOOLEAN' ? castSql(sql, type, true) : sql;

const ties = (name: string) => `which row ${name} takes among those that tie`;

const exact = (proofs: readonly string[], write: AggregateTranslation['write']): AggregateTranslation => ({
  exactness: 'exact',
  proofs,
  write,
});

export const plainAggregates: Readonly<Record<string, AggregateTranslation>> = {
  count_star: exact(['count(*)', 'count(*) FILTER (WHERE play_count > 10)'], count),
  count: exact(
    [
      'count(play_count)',
      'count(DISTINCT author)',
      'count(DISTINCT (author, region))',
      'count(DISTINCT region) FILTER (WHERE is_ad)',
      'count(like_count) FILTER (WHERE play_count > 0)',
    ],
    count,
  ),
  count_if: exact(['count_if(play_count > 10)'], (call) => {
    const given = argument(call.args, 0);
    const condition = call.condition === null ? given.sql : `(${given.sql}) AND (${call.condition})`;
    if (call.isDistinct) return refuse('count_if(DISTINCT …)');
    return value(castSql(`countIf(ifNull(${condition}, 0))${call.over}`, call.type, false), call.type, false);
  }),
  sum: exact(
    [
      'sum(play_count)',
      'sum(duration_ms) FILTER (WHERE is_ad)',
      'sum(DISTINCT duration_ms)',
      'sum(like_count * 0.5)',
    ],
    sum,
  ),
  avg: {
    exactness: 'close',
    proofs: [
      'avg(play_count)',
      'avg(duration_ms / 7)',
      'avg(DISTINCT duration_ms)',
      'avg(CASE WHEN is_ad THEN 1.0 ELSE 0.0 END)',
      'avg(like_count * 0.25)',
    ],
    write: avg,
  },
  min: exact(
    ['min(play_count)', 'min(author)', 'min(create_time)', 'min(play_count / like_count)', 'min(is_ad)'],
    extreme('min'),
  ),
  max: exact(
    [
      'max(play_count)',
      'max(author)',
      'max(create_time)',
      'max(play_count / like_count)',
      'max(duration_ms) FILTER (WHERE is_ad)',
    ],
    extreme('max'),
  ),
  bool_and: exact(['bool_and(is_ad)'], logical('min')),
  bool_or: exact(['bool_or(is_ad)', 'bool_or(play_count > 100)'], logical('max')),
  arg_max: {
    exactness: 'open',
    proofs: ['arg_max(video_id, video_id)', 'arg_max(author, video_id)'],
    write: atExtreme('argMax'),
  },
  arg_min: { exactness: 'open', proofs: ['arg_min(play_count, video_id)'], write: atExtreme('argMin') },
  arg_max_null: {
    exactness: 'open',
    proofs: ['last(play_count ORDER BY video_id)', 'arg_max_null(author, video_id)'],
    write: atExtremeWithNull('argMax'),
  },
  arg_min_null: {
    exactness: 'open',
    proofs: ['first(author ORDER BY video_id)'],
    write: atExtremeWithNull('argMin'),
  },
  any_value: {
    exactness: 'open',
    proofs: ['any_value(region)'],
    write: (call) => {
      const given = argument(call.args, 0);
      if (isNested(given.type)) return refuse('any_value of lists');
      const sql = orNull({ ...call, isDistinct: false }, 'any', filtered(call, given.sql));
      return value(finished(sql, call), call.type, !isNeverNull(call, given), {
        open: 'which value any_value takes',
      });
    },
  },
};
