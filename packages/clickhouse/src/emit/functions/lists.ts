import { elementOf, isFloating, isNested, isWhole } from '../plan/duck-type.ts';
import { isNode } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import {
  argument,
  castSql,
  needsValue,
  text,
  textConstant,
  type Value,
  value,
  wholeConstant,
} from '../sql/value.ts';
import { listOf, structOf } from '../values/constant.ts';
import { textContains, textFunctions, textLength } from './texts.ts';
import { type Call, exact, type Translation, type Translations } from './translation.ts';

const listArgument = (args: readonly Value[], at = 0) => {
  const given = argument(args, at);
  elementOf(given.type);
  return needsValue(given, 'a list');
};

/** Where lists, texts and maps have functions of the same name. */
const length = ({ args, type, ...call }: Call): Value =>
  argument(args, 0).type.id === 'VARCHAR'
    ? textLength({ args, type, ...call })
    : value(`toInt64(length(${listArgument(args).sql}))`, type, false);

function has({ args, type }: Call): Value {
  const list = listArgument(args);
  const item = argument(args, 1);
  if (isNested(item.type) || isFloating(item.type)) refuse('a search for such a value in a list');
  if (list.elementsNullable && item.nullable)
    refuse('a search for a value that may be NULL in a list that may hold NULL');
  const found = `has(${list.sql}, ${item.sql})`;
  return item.nullable
    ? value(`if(isNull(${item.sql}), NULL, ${found})`, type, true)
    : value(found, type, false);
}

const contains = (call: Call): Value =>
  argument(call.args, 0).type.id === 'VARCHAR' ? textContains(call) : has(call);

const sets =
  (name: 'hasAny' | 'hasAll', isTurned = false) =>
  ({ args, type, name: called }: Call): Value => {
    const [a, b] = [listArgument(args, 0), listArgument(args, 1)];
    if (
      a.elementsNullable ||
      b.elementsNullable ||
      isNested(elementOf(a.type)) ||
      isFloating(elementOf(a.type))
    )
      refuse(`${called} of such lists`);
    const [left, right] = isTurned ? [b, a] : [a, b];
    return value(`${name}(${left.sql}, ${right.sql})`, type, false);
  };

function concatenation(call: Call): Value {
  const { args, type } = call;
  if (type.id !== 'LIST')
    return textFunctions[call.name === 'concat' ? 'concat' : '||']?.write(call) ?? refuse('||');
  const lists = args.map((_, at) => listArgument(args, at));
  return value(`arrayConcat(${lists.map(({ sql }) => sql).join(', ')})`, type, false, {
    elementsNullable: lists.some((each) => each.elementsNullable),
    innerNullable: lists.some((each) => each.innerNullable),
  });
}

function element({ args, type }: Call): Value {
  const [list, at] = [argument(args, 0), argument(args, 1)];
  if (list.type.id === 'VARCHAR') {
    const place = wholeConstant(at, 'the place of a character');
    if (place < 1n) return refuse('a character from the end');
    return value(`substringUTF8(${list.sql}, ${place}, 1)`, type, [list]);
  }
  elementOf(list.type);
  needsValue(list, 'a list');
  if (isNested(type)) refuse('an element that is a list or struct itself');
  if (at.constant !== undefined && at.constant !== 0n)
    return value(`arrayElementOrNull(${list.sql}, ${at.sql})`, type, true);
  const place = `ifNull(nullIf(${at.sql}, 0), 1)`;
  return value(`if(ifNull(${at.sql} = 0, 1), NULL, arrayElementOrNull(${list.sql}, ${place}))`, type, true);
}

function slice({ args, type }: Call): Value {
  const list = argument(args, 0);
  const bounds = args.slice(1).map((each) => (each.type.id === 'LIST' ? undefined : each.constant));
  const [first = 1n, last] = bounds;
  if (args.length > 3 || typeof first !== 'bigint' || typeof last !== 'bigint' || first < 0n || last < 0n)
    return refuse('a slice with such bounds', 'constants from 1');
  const start = first === 0n ? 1n : first;
  const count = last - start + 1n > 0n ? last - start + 1n : 0n;
  if (list.type.id === 'VARCHAR')
    return value(`substringUTF8(${list.sql}, ${start}, ${count})`, type, [list]);
  needsValue(list, 'a list');
  return value(`arraySlice(${list.sql}, ${start}, ${count})`, type, false, {
    elementsNullable: list.elementsNullable ?? false,
    innerNullable: list.innerNullable ?? false,
  });
}

/** Lists of values that both sort alike. */
const plainList = ({ args, name }: Call): Value => {
  const list = listArgument(args);
  if (list.elementsNullable || isNested(elementOf(list.type)) || isFloating(elementOf(list.type)))
    refuse(`${name} of a list that may hold NULL, numbers with fractions or lists`);
  return list;
};

const descending: Readonly<Record<string, boolean>> = {
  ORDER_DEFAULT: false,
  ASC: false,
  ASCENDING: false,
  DESC: true,
  DESCENDING: true,
};
const firstNulls: Readonly<Record<string, boolean>> = {
  ORDER_DEFAULT: false,
  'NULLS LAST': false,
  'NULLS FIRST': true,
};

function sort(call: Call): Value {
  const { args, type, name, names } = call;
  const list = listArgument(args);
  if (isNested(elementOf(list.type)) || isFloating(elementOf(list.type)))
    refuse(`${name} of a list of numbers with fractions, lists or structs`);
  const words = args.slice(1).map((each) => textConstant(each, `a direction of ${name}`).toUpperCase());
  const isReverse = name.includes('reverse');
  if (isReverse && (words.length > 0 || list.elementsNullable))
    refuse(`${name} in such an order`, 'list_sort');
  const isDescending = isReverse || (descending[words[0] ?? 'ASC'] ?? refuse(`${name} in such an order`));
  const isNullFirst = firstNulls[words[1] ?? 'NULLS LAST'] ?? refuse(`${name} in such an order`);
  const sorted = (sql: string) => `${isDescending ? 'arrayReverseSort' : 'arraySort'}(${sql})`;
  if (!list.elementsNullable) return value(sorted(list.sql), type, false, { elementsNullable: false });
  const item = names.next('x');
  const known = sorted(`arrayFilter(${item} -> isNotNull(${item}), ${list.sql})`);
  const nulls = `arrayFilter(${item} -> isNull(${item}), ${list.sql})`;
  const both = isNullFirst ? [nulls, known] : [known, nulls];
  return value(`arrayConcat(${both.join(', ')})`, type, false, { elementsNullable: true });
}

function position(call: Call): Value {
  const { args, type } = call;
  const list = plainList(call);
  const item = needsValue(argument(args, 1), 'a value that is searched in a list');
  return value(castSql(`nullIf(indexOf(${list.sql}, ${item.sql}), 0)`, type, true), type, true);
}

function aggregate(call: Call): Value {
  const { args, type, names } = call;
  const list = listArgument(args);
  const of = elementOf(list.type);
  const name = textConstant(args[1], 'the name of an aggregate');
  const item = names.next('x');
  if (name === 'sum' && isWhole(of))
    return value(`arrayReduce('sumOrNull', arrayMap(${item} -> toInt128(${item}), ${list.sql}))`, type, true);
  if ((name === 'min' || name === 'max') && !isFloating(of) && !isNested(of) && of.id !== 'BOOLEAN')
    return value(`arrayReduce('${name}OrNull', ${list.sql})`, type, true);
  if (name === 'count')
    return value(`toInt64(arrayCount(${item} -> isNotNull(${item}), ${list.sql}))`, type, false);
  if (name === 'string_agg' && !list.elementsNullable && of.id === 'VARCHAR') {
    const separator = text(separatorOf(call));
    return value(`if(empty(${list.sql}), NULL, arrayStringConcat(${list.sql}, ${separator}))`, type, true);
  }
  return refuse(`the aggregate ${name} over a list`, 'unnest and GROUP BY');
}

/** The binder moves the separator into the aggregate that it binds. */
function separatorOf({ data }: Call): string {
  const { aggr_expr: bound } = isNode(data?.bind_data) ? data.bind_data : {};
  const { separator } = isNode(bound) && isNode(bound.function_data) ? bound.function_data : {};
  return typeof separator === 'string' ? separator : refuse('string_agg over a list without a separator');
}

function flatten({ args, type, names }: Call): Value {
  const list = listArgument(args);
  if (list.elementsNullable) refuse('flatten of a list that may hold NULL');
  const [all, one] = [names.next('x'), names.next('x')];
  const none = castSql('[]', type, false, list.innerNullable ?? true);
  return value(
    `arrayFold((${all}, ${one}) -> arrayConcat(${all}, ${one}), ${list.sql}, ${none})`,
    type,
    false,
    {
      elementsNullable: list.innerNullable ?? true,
    },
  );
}

const made: Translation = exact(['list_value(play_count, like_count)', "[author, 'x']"], ({ args, type }) =>
  listOf(args, type),
);
const struct: Translation = exact(
  ["{'a': play_count, 'b': author}", "{'a': play_count, 'b': author}['b']", "{'a': author}.a"],
  ({ args, type }) => structOf(args, type),
);

export const listFunctions: Translations = {
  length: exact(['length(description)', 'length(hashtags)'], length),
  len: exact(['len(hashtags)', 'len(description)'], length),
  array_length: exact(['array_length(hashtags)'], length),
  contains: exact(
    ["contains(description, 'a')", "contains(hashtags, 'fyp')", 'contains(description, author)'],
    contains,
  ),
  list_contains: exact(
    ["list_contains(hashtags, 'fyp')", 'list_contains(hashtags, author)', "'é' IN hashtags"],
    has,
  ),
  list_has_any: exact(["list_has_any(hashtags, ['fyp', 'dup'])", "hashtags && ['é']"], sets('hasAny')),
  list_has_all: exact(["list_has_all(hashtags, ['dup', 'FYP'])", "hashtags @> ['é']"], sets('hasAll')),
  '<@': exact(["['é'] <@ hashtags"], sets('hasAll', true)),
  '||': exact(['hashtags || mentions', 'author || region'], concatenation),
  concat: exact(['concat(hashtags, mentions)', 'concat(author, region)'], concatenation),
  list_concat: exact(['list_concat(hashtags, mentions)'], concatenation),
  array_extract: exact(
    ['hashtags[1]', 'hashtags[-1]', 'hashtags[duration_ms % 3]', 'description[2]'],
    element,
  ),
  list_extract: exact(['list_extract(hashtags, 2)'], element),
  array_slice: exact(['hashtags[1:2]', 'hashtags[2:3]', 'list_slice(hashtags, 2, 3)'], slice),
  list_sort: exact(['list_sort(hashtags)', "list_sort(hashtags, 'DESC')"], sort),
  list_reverse_sort: exact(['list_reverse_sort(hashtags)'], sort),
  list_unique: exact(['list_unique(hashtags)'], (call) =>
    value(`toUInt64(length(arrayDistinct(${plainList(call).sql})))`, call.type, false),
  ),
  list_distinct: {
    exactness: 'exact',
    proofs: ['list_sort(list_distinct(hashtags))'],
    write: (call) =>
      value(`arrayDistinct(${plainList(call).sql})`, call.type, false, {
        elementsNullable: false,
        isUnordered: true,
      }),
  },
  list_position: exact(["list_position(hashtags, 'fyp')", "list_indexof(hashtags, 'dup')"], position),
  list_aggregate: exact(
    [
      "list_aggregate(hashtags, 'max')",
      "list_aggregate([play_count, like_count], 'sum')",
      "array_to_string(hashtags, '+')",
    ],
    aggregate,
  ),
  flatten: exact(['flatten([hashtags, mentions])'], flatten),
  list_value: made,
  unpivot_list: made,
  struct_pack: struct,
  row: struct,
};
