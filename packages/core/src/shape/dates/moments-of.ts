import type { Expression } from '../../syntax/ast.ts';
import { noParameters, parseInstant, readText } from '../constants/instants.ts';
import type { Moments, NameScope } from './columns-of.ts';

/** Functions that return one of the values of their first argument, or NULL: with their number of arguments. */
const choosing: Readonly<Record<string, number>> = {
  min: 1,
  max: 1,
  any_value: 1,
  first: 1,
  last: 1,
  arbitrary: 1,
  arg_min: 2,
  arg_max: 2,
  min_by: 2,
  max_by: 2,
  first_value: 1,
  last_value: 1,
  lag: 1,
  lead: 1,
};
const clocks = new Set(['now', 'current_timestamp', 'get_current_timestamp', 'transaction_timestamp']);

/** Recognises the name of a function and a unit of time whose `date_trunc` is known to give a moment. */
export type IsTruncation = (name: string, unit: string) => boolean;

/** The moments that an expression has as its values; undefined where it is not known to have the type TIMESTAMPTZ. */
export function momentsOf(
  expression: Expression,
  scope: NameScope,
  isTruncation: IsTruncation,
): Moments | undefined {
  const recurse = (child: Expression | undefined) => child && momentsOf(child, scope, isTruncation);
  switch (expression.class) {
    case 'COLUMN_REF':
      return columnMoments(expression.column_names, scope, isTruncation);
    case 'CAST': {
      const text = readText(expression.child, noParameters);
      const isMoment = expression.cast_type.id === 'TIMESTAMP WITH TIME ZONE' && text !== undefined;
      // Of earlier constants it is not said that they are before 1970.
      return isMoment && (parseInstant(text)?.min ?? -1n) >= 0n ? [] : undefined;
    }
    case 'FUNCTION':
    case 'WINDOW': {
      if (expression.schema !== '' && expression.schema !== 'main') return undefined;
      const name = expression.function_name.toLowerCase();
      const [first, second] = expression.children;
      if (expression.children.length === 0) return clocks.has(name) ? [] : undefined;
      if (Object.hasOwn(choosing, name))
        return choosing[name] === expression.children.length && hasNoDefault(expression)
          ? recurse(first)
          : undefined;
      const unit = first && readText(first, noParameters)?.toLowerCase();
      return unit !== undefined && isTruncation(name, unit) ? recurse(second) : undefined;
    }
    default:
      return undefined;
  }
}

function hasNoDefault(expression: Expression): boolean {
  return expression.class !== 'WINDOW' || expression.default_expr === null;
}

function columnMoments(
  names: readonly string[],
  scope: NameScope,
  isTruncation: IsTruncation,
): Moments | undefined {
  const [first = '', second, ...more] = names.map((name) => name.toLowerCase());
  if (more.length > 0) return undefined;
  if (second === undefined) return bareColumn(first, scope, isTruncation);
  for (let around: NameScope | undefined = scope; around !== undefined; around = around.outer) {
    const source = around.sources.find(({ alias }) => alias === first);
    if (source !== undefined) return source.columns?.find(({ name }) => name === second)?.moments;
  }
  return undefined;
}

/** A column without a qualifier. DuckDB refuses one that several parts of FROM offer, unless a join merges them. */
function bareColumn(name: string, scope: NameScope, isTruncation: IsTruncation): Moments | undefined {
  const { select, sources, outer } = scope;
  const offers = sources.flatMap(({ columns = [] }) => columns.filter((column) => column.name === name));
  const items = select.select_list.filter(
    (item) => item.alias.toLowerCase() === name && !isColumn(item, name),
  );
  if (offers.length > 0) {
    // Clauses differ in whether an alias hides a column of the same name.
    if (items.length > 0) return undefined;
    const all = offers.map(({ moments }) => moments);
    return all.includes(undefined) ? undefined : all.flatMap((moments) => moments ?? []);
  }
  const isKnown = sources.every(({ columns }) => columns !== undefined);
  if (!isKnown) return undefined;
  const [item, another] = items;
  if (item === undefined) {
    if (outer !== undefined) return bareColumn(name, outer, isTruncation);
    return clocks.has(name) ? [] : undefined;
  }
  // An alias may be used beside the item that it names; inside of it, the name means something else.
  const unaliased = { ...scope, select: { ...select, select_list: [] } };
  return another === undefined && outer === undefined ? momentsOf(item, unaliased, isTruncation) : undefined;
}

function isColumn(item: Expression, name: string): boolean {
  return item.class === 'COLUMN_REF' && item.column_names.at(-1)?.toLowerCase() === name;
}
