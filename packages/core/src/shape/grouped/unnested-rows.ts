import { type CatalogTable, elementOf } from '@sdq/catalog';
import type { Resolved } from '../../stages.ts';
import type { Expression } from '../../syntax/ast.ts';
import { TextPositions } from '../../syntax/text-position.ts';
import type { ConstantScope } from '../constants/instants.ts';
import { type BoundReference, columnNames, columnTest, faultOfFrom } from '../from-clause.ts';
import { groupsNothing } from '../ordered-rows.ts';
import { callSpan } from './aggregate-calls.ts';
import { AggregatedRows } from './aggregated-rows.ts';
import { selectAround } from './select-around.ts';

/**
 * `(SELECT unnest(tags) AS tag, play_count … FROM t)`: a row for each tag of each row, aggregated by the enclosing
 * SELECT.
 */
export interface UnnestedRows {
  /** The column of tags. */
  readonly list: string;
  /** The name of a single tag among the columns of `rows`. */
  readonly element: string;
  /** The rows as the enclosing SELECT sees them; their columns are the element and measures of the table. */
  readonly rows: AggregatedRows;
  /** Position of the call of unnest in the caller's text. */
  readonly call: { readonly start: number; readonly end: number };
}

/** Reads this form; one line with the reason for another form. */
export function readUnnestedRows(
  resolved: Resolved,
  reference: BoundReference,
  scope: ConstantScope,
): UnnestedRows | string {
  const { text, ast } = resolved.statement;
  const unnested = readUnnested(reference);
  if (typeof unnested === 'string') return unnested;
  const outer = selectAround(ast.node, reference.select);
  if (outer === undefined || outer.select.sample !== null || outer.subquery.sample !== null)
    return 'what is unnested is not aggregated right away';
  const call = callSpan(text, new TextPositions(text), unnested.call);
  if (call === undefined) return 'the call of unnest cannot be found';
  const { select, subquery } = outer;
  const { list, element, names } = unnested;
  const outerName = columnNames(select, subquery);
  const columns = new Map([...names].map(([column, name]) => [name, column]));
  const rows = new AggregatedRows(resolved, scope, select, [...names.keys()], (expression) =>
    columns.get(outerName(expression) ?? ''),
  );
  return { list, element, rows, call };
}

interface Unnested {
  readonly list: string;
  readonly element: string;
  readonly call: Extract<Expression, { class: 'FUNCTION' }>;
  /** The subquery's names of the element and of the columns beside it. */
  readonly names: ReadonlyMap<string, string>;
}

function readUnnested(reference: BoundReference): Unnested | string {
  const { select, node, table } = reference;
  const notAlone = faultOfFrom(reference);
  if (notAlone !== undefined) return notAlone;
  const isPlain = select.where_clause === null && select.modifiers.length === 0 && groupsNothing(select);
  if (!isPlain) return 'the query does not unnest all rows';
  const measures = table.columns.filter(({ role }) => role === 'measure').map(({ name }) => name);
  const names = new Map<string, string>();
  let found: Omit<Unnested, 'names'> | undefined;
  for (const item of select.select_list) {
    const unnested = readUnnest(item, reference, table);
    if (unnested !== undefined) {
      if (found !== undefined || unnested.call.children.length > 1 || item.alias === '')
        return 'the tags have no name of their own';
      found = unnested;
      names.set(unnested.element, item.alias.toLowerCase());
      continue;
    }
    const column = measures.find((name) => columnTest(select, node, name)(item));
    if (column === undefined || names.has(column))
      return 'the query unnests no tags, or more than them and counts';
    names.set(column, item.alias === '' ? column : item.alias.toLowerCase());
  }
  if (found === undefined) return 'the query unnests no tags';
  return new Set(names.values()).size < names.size ? 'two columns have one name' : { ...found, names };
}

/** `unnest` of a column of tags. */
function readUnnest(
  item: Expression,
  { select, node }: BoundReference,
  table: CatalogTable,
): Omit<Unnested, 'names'> | undefined {
  if (item.class !== 'FUNCTION' || item.function_name !== 'unnest') return undefined;
  const [argument] = item.children;
  const column =
    argument &&
    table.columns.find(({ name, role }) => role === 'tags' && columnTest(select, node, name)(argument));
  return column && { list: column.name, element: elementOf(table, column.name), call: item };
}
