import { isWholeNumber, pathsOf } from '@sdq/catalog';
import { parseInstant } from '../../../../shape/constants/instants.ts';
import { type Comparison, conjuncts, type Filter } from '../../../../shape/filter/filter.ts';
import type { Restriction } from '../../../../shape/filter/ranges.ts';
import {
  integerDomain,
  restrictionOf,
  textDomain,
  timeDomain,
} from '../../../../shape/filter/restriction.ts';
import type { FirstRanks } from '../../../../shape/row-limits.ts';
import type { RouteContext } from '../access-path.ts';
import { rowsOfGroups } from './group-rows.ts';
import { shareInRange } from './range-share.ts';

/** Defaults where there are no statistics: PostgreSQL's (selfuncs.h). */
const defaults = {
  /**
   * Selectivities: DEFAULT_EQ_SEL, DEFAULT_MATCH_SEL and DEFAULT_UNK_SEL. The third for `<` is left out: a plan that
   * falls back when more rows pass is worth trying.
   */
  passing: 0.005,
  /** Distinct values of an expression: DEFAULT_NUM_DISTINCT. */
  values: 200,
} as const;

/** Estimated rows that pass WHERE; at least one. */
export function passingRows(context: RouteContext): number {
  const { question, coverage, rows } = context;
  const share = shareOf(context, question.filter) ?? defaults.passing;
  const all = Math.max(rows, coverage.statistics.rows);
  return Math.max(1, Math.round(Math.min(rows, share * all)));
}

/** Whether statistics tell of each condition of WHERE how many rows pass it. Of words and tags they tell only the usual. */
export function isPassingKnown(context: RouteContext, filter = context.question.filter): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.children.every((child) => isPassingKnown(context, child));
    case 'not':
      return isPassingKnown(context, filter.child);
    case 'text':
    case 'tags':
      return false;
    default:
      return shareOf(context, filter) !== undefined;
  }
}

/** The estimated share of all rows for which conditions hold; undefined where statistics do not tell. */
export function shareOfConditions(context: RouteContext, conditions: readonly Filter[]): number | undefined {
  const isKnown = conditions.every((condition) => isPassingKnown(context, condition));
  return isKnown ? shareOfAll(context, conditions) : undefined;
}

/** Estimated rows whose value of one column is among those that WHERE allows. */
export function rowsWithin(context: RouteContext, column: string): number {
  const share = shareOfRestriction(context, column, context.question.filter) ?? defaults.passing;
  return Math.max(1, Math.round(share * context.rows));
}

/** Of those, the estimated rows that QUALIFY keeps: the first of each partition. */
export function rankedRows(context: RouteContext, { count, by }: FirstRanks): number {
  const values = by.map((column) => (column && valuesOf(context, column)) || defaults.values);
  const partitions = values.reduce((product, value) => product * value, 1);
  return Math.min(passingRows(context), count * partitions);
}

/** The estimated share of rows for which a condition is true; undefined where it is unknown. */
function shareOf(context: RouteContext, filter: Filter): number | undefined {
  switch (filter.kind) {
    case 'and':
      return shareOfAll(context, conjuncts(filter));
    case 'or': {
      const shares = filter.children.map((child) => shareOf(context, child));
      if (shares.every((share) => share === undefined)) return undefined;
      return Math.min(
        1,
        shares.reduce<number>((sum, share) => sum + (share ?? defaults.passing), 0),
      );
    }
    case 'not': {
      const share = shareOf(context, filter.child);
      return share === undefined ? undefined : 1 - share;
    }
    case 'comparison':
      return shareCompared(context, filter.column, [filter]);
    case 'is true':
      return shareOfValue(context, filter.column);
    case 'is null':
      return nullShare(context, filter.column);
    case 'tags':
      return shareOfGroups(context, filter.column, filter.anyOf.length);
    // Estimated as if a single word matched.
    case 'text':
      return shareOfGroups(context, filter.column, 1);
    case 'opaque':
      return undefined;
  }
}

/** Assumes that conditions on different columns are independent. Those without statistics count as one. */
function shareOfAll(context: RouteContext, conditions: readonly Filter[]): number | undefined {
  const compared = new Map<string, Comparison[]>();
  const others: Filter[] = [];
  for (const condition of conditions) {
    if (condition.kind !== 'comparison') others.push(condition);
    else compared.set(condition.column, [...(compared.get(condition.column) ?? []), condition]);
  }
  const shares = [
    ...[...compared].map(([column, comparisons]) => shareCompared(context, column, comparisons)),
    ...others.map((other) => shareOf(context, other)),
  ];
  const known = shares.filter((share) => share !== undefined);
  if (known.length === 0) return conditions.length === 0 ? 1 : undefined;
  return known.reduce(
    (product, share) => product * share,
    known.length < shares.length ? defaults.passing : 1,
  );
}

/** Of the comparisons of one column, all of which have to hold. */
function shareCompared(
  context: RouteContext,
  name: string,
  comparisons: readonly Comparison[],
): number | undefined {
  const [first, another] = comparisons;
  if (another === undefined && first?.operator === '<>') {
    const share = shareOfValue(context, name);
    return share === undefined ? undefined : 1 - share - (nullShare(context, name) ?? 0);
  }
  const isOneValue = first?.operator === '=' && first.of.kind === 'itself';
  return (
    shareOfRestriction(context, name, { kind: 'and', children: comparisons }) ??
    (isOneValue ? shareOfValue(context, name) : undefined)
  );
}

function shareOfRestriction(context: RouteContext, name: string, filter: Filter): number | undefined {
  const type = context.table.columns.find((column) => column.name === name)?.type ?? '';
  if (type === 'VARCHAR')
    return shareOfValues(context, name, restrictionOf(filter, name, textDomain), Buffer.compare);
  if (isWholeNumber(type))
    return shareOfRanges(context, name, restrictionOf(filter, name, integerDomain), toInteger);
  if (type === 'TIMESTAMP WITH TIME ZONE')
    return shareOfRanges(
      context,
      name,
      restrictionOf(filter, name, timeDomain),
      (text) => parseInstant(text)?.min,
    );
  return undefined;
}

function toInteger(text: string): bigint {
  return BigInt(text);
}

function shareOfRanges(
  context: RouteContext,
  name: string,
  restriction: Restriction<bigint>,
  read: (text: string) => bigint | undefined,
): number | undefined {
  if (restriction === 'everything') return undefined;
  const statistics = context.coverage.statistics.columns.get(name);
  if (statistics === undefined) return undefined;
  let sum = 0;
  for (const range of restriction) {
    const share = shareInRange(statistics, read, range);
    const isOne = range.min !== undefined && range.min === range.max;
    // Among evenly distributed values, quantiles say nothing about a single one.
    const told = isOne && (share ?? 0) === 0 ? shareOfValue(context, name) : share;
    if (told === undefined) return undefined;
    sum += told;
  }
  return Math.min(1, sum) * (1 - (nullShare(context, name) ?? 0));
}

/** For conditions that leave only single values. */
function shareOfValues<Value>(
  context: RouteContext,
  name: string,
  restriction: Restriction<Value>,
  compare: (a: Value, b: Value) => number,
): number | undefined {
  if (restriction === 'everything') return undefined;
  const areSingle = restriction.every(
    ({ min, max }) => min !== undefined && max !== undefined && compare(min, max) === 0,
  );
  const share = areSingle ? shareOfValue(context, name) : undefined;
  return share === undefined ? undefined : Math.min(1, share * restriction.length);
}

/** Of the rows that have some one value of a column. */
function shareOfValue(context: RouteContext, name: string): number | undefined {
  const { table, coverage } = context;
  if (table.key.length === 1 && table.key[0] === name) return shareOfRows(context, 1);
  const share = shareOfGroups(context, name, 1);
  if (share !== undefined) return share;
  const distinct = coverage.statistics.columns.get(name)?.distinct;
  return distinct === undefined ? undefined : (1 - (nullShare(context, name) ?? 0)) / Math.max(1, distinct);
}

/** Estimated distinct values of a column. */
function valuesOf(context: RouteContext, name: string): number | undefined {
  const { columns, structures } = context.coverage.statistics;
  const structure = groupedBy(context, name);
  const groups = structure === undefined ? undefined : structures.get(structure)?.groups;
  return groups?.count ?? columns.get(name)?.distinct;
}

/** Group sizes of a column by which rows are clustered: owners, tags, words. */
function shareOfGroups(context: RouteContext, column: string, groups: number): number | undefined {
  const structure = groupedBy(context, column);
  return structure === undefined
    ? undefined
    : shareOfRows(context, rowsOfGroups(context, structure, groups).typical);
}

/** The structure clustered by a column, where its group sizes are recorded. */
function groupedBy({ table, coverage }: RouteContext, column: string): string | undefined {
  return pathsOf(table).find(
    (instance) =>
      instance.column === column &&
      coverage.statistics.structures.get(instance.structure)?.groups !== undefined,
  )?.structure;
}

function nullShare(context: RouteContext, name: string): number | undefined {
  const nulls = context.coverage.statistics.columns.get(name)?.nulls;
  return nulls === undefined ? undefined : shareOfRows(context, nulls);
}

function shareOfRows({ coverage }: RouteContext, rows: number): number {
  return Math.min(1, rows / Math.max(1, coverage.statistics.rows));
}
