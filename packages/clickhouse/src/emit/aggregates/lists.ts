import { isFloating, isNested } from '../plan/duck-type.ts';
import { refuse } from '../refusal.ts';
import type { OrderKey } from '../select/select.ts';
import type { Names } from '../sql/names.ts';
import { argument, castSql, text, textConstant, type Value, value } from '../sql/value.ts';
import { orderedArray } from './ordered-array.ts';
import { type AggregateCall, type AggregateTranslation, someRows } from './translation.ts';

const unordered = (name: string) => `the order of values in ${name} without ORDER BY`;

function list(call: AggregateCall): Value {
  const { type, orders, condition, isDistinct, over, names } = call;
  const given = argument(call.args, 0);
  if (over !== '') return refuse('a list in a window');
  if (given.type.id === 'STRUCT' || (isNested(given.type) && given.nullable))
    return refuse('a list of structs');
  if (isDistinct) return distinctList(call, given);
  const known = {
    elementsNullable: given.nullable,
    innerNullable: given.elementsNullable ?? false,
    ...(orders.length === 0 && { open: unordered(call.name) }),
  };
  const array = orderedArray(given, orders, condition, names);
  const typed = isNested(given.type) ? array : castSql(array, type, false, given.nullable);
  return value(someRows(call, typed), type, false, known);
}

function distinctList(call: AggregateCall, given: Value): Value {
  const { type, orders, condition, names } = call;
  if (condition !== null) return refuse('a list of DISTINCT values with FILTER');
  if (isNested(given.type) || isFloating(given.type)) return refuse('a list of DISTINCT values of that type');
  const [key, another] = orders;
  if (another !== undefined || (key !== undefined && key.value.sql !== given.sql))
    return refuse('a list of DISTINCT values in the order of others');
  if (!given.nullable) {
    const items = `groupUniqArray(${given.sql})`;
    const sort = key === undefined ? '' : key.isDescending ? 'arrayReverseSort' : 'arraySort';
    return value(someRows(call, `${sort}(${items})`), type, false, {
      elementsNullable: false,
      ...(key === undefined && { open: unordered(call.name) }),
    });
  }
  const item = names.next('x');
  const all = `arrayMap(${item} -> tupleElement(${item}, 1), groupUniqArray(tuple(${given.sql})))`;
  if (key === undefined)
    return value(someRows(call, castSql(all, type, false)), type, false, {
      elementsNullable: true,
      open: unordered(call.name),
    });
  const known = `${key.isDescending ? 'arrayReverseSort' : 'arraySort'}(arrayFilter(${item} -> isNotNull(${item}), ${all}))`;
  const typed = castSql(known, type, false);
  const withNull = `${key.nullsFirst ? 'arrayPushFront' : 'arrayPushBack'}(${typed}, NULL)`;
  const both = `if(countIf(isNull(${given.sql})) > 0, ${withNull}, ${typed})`;
  return value(someRows(call, both), type, false, { elementsNullable: true });
}

function joined(call: AggregateCall): Value {
  const { args, type, orders, condition, isDistinct, over, data, names } = call;
  const given = argument(args, 0);
  if (over !== '' || given.type.id !== 'VARCHAR') return refuse(`${call.name} of that kind`);
  const [key, another] = orders;
  if (
    isDistinct &&
    (condition !== null || another !== undefined || (key !== undefined && key.value.sql !== given.sql))
  )
    return refuse(`${call.name}(DISTINCT …) in the order of others`);
  const separator =
    typeof data?.separator === 'string'
      ? data.separator
      : args[1] === undefined
        ? ','
        : textConstant(args[1], 'a separator');
  const item = names.next('x');
  const array = isDistinct ? distinctTexts(given, key, names) : orderedArray(given, orders, condition, names);
  const known =
    given.nullable && !isDistinct
      ? `arrayMap(${item} -> assumeNotNull(${item}), arrayFilter(${item} -> isNotNull(${item}), ${array}))`
      : array;
  return value(`if(empty(${known}), NULL, arrayStringConcat(${known}, ${text(separator)}))`, type, true, {
    ...(orders.length === 0 && { open: unordered(call.name) }),
  });
}

function distinctTexts({ sql, nullable }: Value, key: OrderKey | undefined, names: Names): string {
  const all = nullable
    ? `groupUniqArrayIf(assumeNotNull(${sql}), isNotNull(${sql}))`
    : `groupUniqArray(${sql})`;
  if (key === undefined) return all;
  const item = names.next('x');
  return `${key.isDescending ? 'arrayReverseSort' : 'arraySort'}(${item} -> ${item}, ${all})`;
}

function firstOf(end: 1 | -1) {
  return (call: AggregateCall): Value => {
    const { type, orders, condition, over, names } = call;
    const given = argument(call.args, 0);
    if (isNested(given.type) || over !== '') return refuse(`${call.name} of that kind`);
    if (orders.length === 0) {
      const pair = `tuple(toNullable(${given.sql}))`;
      const any = condition === null ? `any(${pair})` : `anyIf(${pair}, ${condition})`;
      const open = `which value ${call.name} takes without ORDER BY`;
      return value(`tupleElement(${any}, 1)`, type, true, { open });
    }
    const array = orderedArray(given, orders, condition, names);
    return value(`arrayElementOrNull(${array}, ${end})`, type, true, {
      open: `which value ${call.name} takes among ties`,
    });
  };
}

export const listAggregates: Readonly<Record<string, AggregateTranslation>> = {
  list: {
    exactness: 'open',
    proofs: [
      'list(video_id ORDER BY video_id)',
      'list(region ORDER BY play_count DESC NULLS LAST, video_id)',
      'list(DISTINCT region ORDER BY region)',
      'list_sort(list(video_id))',
    ],
    write: list,
  },
  string_agg: {
    exactness: 'open',
    proofs: [
      "string_agg(author, '; ' ORDER BY author DESC, video_id)",
      "string_agg(DISTINCT region, ',' ORDER BY region)",
      'string_agg(video_id ORDER BY play_count NULLS FIRST, video_id) FILTER (WHERE is_ad)',
    ],
    write: joined,
  },
  first: { exactness: 'open', proofs: ['first(author ORDER BY video_id)'], write: firstOf(1) },
  last: { exactness: 'open', proofs: ['last(play_count ORDER BY video_id)'], write: firstOf(-1) },
};
