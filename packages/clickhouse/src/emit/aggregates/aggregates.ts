import { listAggregates } from './lists.ts';
import { plainAggregates } from './plain.ts';
import { statisticalAggregates } from './statistics.ts';
import type { AggregateTranslation } from './translation.ts';

const own: Readonly<Record<string, AggregateTranslation>> = {
  ...plainAggregates,
  ...listAggregates,
  ...statisticalAggregates,
};

const aliases: Readonly<Record<string, string>> = {
  mean: 'avg',
  countif: 'count_if',
  arbitrary: 'any_value',
  max_by: 'arg_max',
  argmax: 'arg_max',
  min_by: 'arg_min',
  argmin: 'arg_min',
  array_agg: 'list',
  group_concat: 'string_agg',
  listagg: 'string_agg',
};

/** Every aggregate that is answered, by each of its names. */
export const aggregates: ReadonlyMap<string, AggregateTranslation> = new Map([
  ...Object.entries(own),
  ...Object.entries(aliases).flatMap(([alias, name]): [string, AggregateTranslation][] => {
    const translation = own[name];
    return translation === undefined ? [] : [[alias, translation]];
  }),
]);
