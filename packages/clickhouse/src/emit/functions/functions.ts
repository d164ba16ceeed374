import { listFunctions } from './lists.ts';
import { numberFunctions } from './numbers.ts';
import { patternFunctions } from './patterns.ts';
import { textFunctions } from './texts.ts';
import { timeFunctions } from './times.ts';
import type { Translation, Translations } from './translation.ts';

/** Other names of the same functions. */
const aliases: Readonly<Record<string, string>> = {
  strpos: 'instr',
  position: 'instr',
  substr: 'substring',
  starts_with: 'prefix',
  '^@': 'prefix',
  ends_with: 'suffix',
  datetrunc: 'date_trunc',
  datepart: 'date_part',
  datediff: 'date_diff',
  add: '+',
  subtract: '-',
  multiply: '*',
  divide: '//',
  mod: '%',
  power: 'pow',
  '**': 'pow',
  '^': 'pow',
  ceiling: 'ceil',
  log: 'log10',
  ucase: 'upper',
  lcase: 'lower',
  array_contains: 'list_contains',
  list_has: 'list_contains',
  array_has: 'list_contains',
  array_has_any: 'list_has_any',
  array_has_all: 'list_has_all',
  '&&': 'list_has_any',
  '@>': 'list_has_all',
  str_split: 'string_split',
  string_to_array: 'string_split',
  split: 'string_split',
  list_indexof: 'list_position',
  array_indexof: 'list_position',
  array_position: 'list_position',
  array_sort: 'list_sort',
  array_reverse_sort: 'list_reverse_sort',
  array_distinct: 'list_distinct',
  array_unique: 'list_unique',
  array_concat: 'list_concat',
  list_cat: 'list_concat',
  array_cat: 'list_concat',
  list_element: 'list_extract',
  element_at: 'list_extract',
  list_slice: 'array_slice',
  list_aggr: 'list_aggregate',
  array_aggregate: 'list_aggregate',
  array_aggr: 'list_aggregate',
  list_pack: 'list_value',
  char_length: 'length',
  character_length: 'length',
};

const own: Translations = {
  ...numberFunctions,
  ...textFunctions,
  ...patternFunctions,
  ...timeFunctions,
  ...listFunctions,
};

/** Every scalar function that is answered, by each of its names, in lower case. */
export const functions: ReadonlyMap<string, Translation> = new Map([
  ...Object.entries(own),
  ...Object.entries(aliases).flatMap(([alias, name]): [string, Translation][] => {
    const translation = own[name];
    return translation === undefined || Object.hasOwn(own, alias) ? [] : [[alias, translation]];
  }),
]);
