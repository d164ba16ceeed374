import type { ColumnFacts } from '../facts/data-facts.ts';
import { either, type Sql, sql } from '../sql/sql.ts';
import { conditionOn } from './conditions.ts';
import type { Scope } from './scope.ts';

/** An aggregate of rows, and the name of its result. */
export interface Aggregate {
  readonly name: string;
  readonly sql: Sql;
}

export const countAll: Aggregate = { name: 'n', sql: sql`count(*)` };

/** Averages, which are the same in any order of additions. */
function ofNumber(column: ColumnFacts, name: Sql): Aggregate[] {
  const to = (word: string) => `${word}_${column.name}`;
  return [
    { name: to('sum'), sql: sql`sum(${name})` },
    { name: to('sum'), sql: sql`sum(${name})` },
    { name: to('avg'), sql: sql`avg(${name})` },
    { name: to('avg'), sql: sql`round(avg(${name}), 2)` },
    { name: to('max'), sql: sql`max(${name})` },
    { name: to('min'), sql: sql`min(${name})` },
    { name: to('count'), sql: sql`count(${name})` },
  ];
}

export function distinctCount(column: ColumnFacts, name: Sql): Aggregate {
  return { name: `distinct_${column.name}`, sql: sql`count(DISTINCT ${name})` };
}

export function quantile(column: ColumnFacts, name: Sql, share: number): Aggregate {
  const isMedian = share === 0.5;
  return {
    name: `${isMedian ? 'median' : `p${Math.round(share * 100)}`}_${column.name}`,
    sql: either(
      isMedian ? sql`median(${name})` : sql`quantile_cont(${name}, ${share})`,
      sql`quantileExactInclusive(${share})(${name})`,
    ),
  };
}

/** One aggregate of what tables have: numbers, flags, times, owners. */
export function aggregate(scope: Scope): Aggregate {
  const { draw } = scope;
  const number = draw.maybe(scope.numbers);
  const other = draw.maybe(scope.numbers.filter((each) => each !== number));
  const flag = draw.maybe(scope.flags);
  const time = draw.maybe(scope.times);
  const owner = draw.maybe([...scope.owners, ...scope.categories]);
  const found: (Aggregate | (() => Aggregate))[] = [countAll];
  if (number !== undefined) {
    const column = scope.column(number);
    found.push(...ofNumber(number, column), ...ofNumber(number, column));
    if (draw.chance(0.3)) found.push(quantile(number, column, draw.pick([0.5, 0.5, 0.9, 0.95])));
    found.push(() => ({
      name: 'matching',
      sql: sql`count(*) FILTER (WHERE ${conditionOn(scope, number, draw.selectivity(1e-3))})`,
    }));
    found.push(() => ({
      name: 'share',
      sql: sql`sum(CASE WHEN ${conditionOn(scope, number, draw.selectivity(1e-3))} THEN 1 ELSE 0 END) / count(*)`,
    }));
    if (other !== undefined)
      found.push({ name: 'ratio', sql: sql`sum(${column}) / nullif(sum(${scope.column(other)}), 0)` });
  }
  if (flag !== undefined)
    found.push(
      { name: `share_${flag.name}`, sql: sql`avg(CASE WHEN ${scope.column(flag)} THEN 1.0 ELSE 0.0 END)` },
      { name: `with_${flag.name}`, sql: sql`count(*) FILTER (WHERE ${scope.column(flag)})` },
    );
  if (time !== undefined)
    found.push(
      { name: `first_${time.name}`, sql: sql`min(${scope.column(time)})` },
      { name: `last_${time.name}`, sql: sql`max(${scope.column(time)})` },
    );
  if (owner !== undefined) found.push(distinctCount(owner, scope.column(owner)));
  const chosen = draw.pick(found);
  return typeof chosen === 'function' ? chosen() : chosen;
}

/** Several aggregates with different names, of which the first mostly counts. */
export function aggregates(scope: Scope, min: number, max: number): Aggregate[] {
  const { draw } = scope;
  const found = new Map<string, Aggregate>(draw.chance(0.75) ? [[countAll.name, countAll]] : []);
  const wanted = draw.whole(min, max);
  for (let tries = 0; found.size < wanted && tries < 20; tries++) {
    const one = aggregate(scope);
    if (!found.has(one.name)) found.set(one.name, one);
  }
  return [...found.values()];
}

export function aggregateList(list: readonly Aggregate[]): Sql[] {
  return list.map(({ name, sql: expression }) => sql`${expression} AS ${name}`);
}
