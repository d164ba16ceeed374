import type { CatalogTable } from '@sdq/catalog';
import type { Expression, SelectNode } from '../syntax/ast.ts';
import { readWhole } from './constants/instants.ts';
import { groupsNothing, nullsFirst, type OrderTerm, resultMeant } from './ordered-rows.ts';

/** `SELECT <columns> FROM t [WHERE …] [ORDER BY <columns>] [LIMIT …]`: rows of the table as they are stored. */
export interface PlainRows {
  /** The table's columns in the order of the result, with their names there. */
  readonly columns: readonly { readonly column: string; readonly name: string }[];
  readonly terms: readonly (OrderTerm & { readonly column: string })[];
  /** LIMIT; null without it. */
  readonly wanted: number | null;
  /** OFFSET. */
  readonly skipped: number;
}

/**
 * Reads this form; one line with the reason for another form. `columnName` maps an expression to the table's column.
 */
export function readPlainRows(
  select: SelectNode,
  table: CatalogTable,
  columnName: (expression: Expression) => string | undefined,
): PlainRows | string {
  if (!groupsNothing(select) || select.cte_map.map.length > 0) return 'the query does more than read rows';
  const columns = select.select_list.map((item) => columnsOf(item, table, columnName));
  if (columns.includes(undefined)) return 'the SELECT list has more than columns';
  const limited = readModifiers(select, columnName);
  return limited === undefined
    ? 'ORDER BY or LIMIT has more than columns and plain numbers'
    : { columns: columns.flatMap((each) => each ?? []), ...limited };
}

function columnsOf(
  item: Expression,
  table: CatalogTable,
  columnName: (expression: Expression) => string | undefined,
): PlainRows['columns'] | undefined {
  if (item.class === 'STAR') {
    const isPlain =
      !item.columns &&
      item.expr === null &&
      item.relation_name === '' &&
      item.exclude_list.length + item.qualified_exclude_list.length === 0 &&
      item.replace_list.length + item.rename_list.length === 0;
    return isPlain ? table.columns.map(({ name }) => ({ column: name, name })) : undefined;
  }
  const column = item.class === 'COLUMN_REF' ? columnName(item) : undefined;
  if (item.class !== 'COLUMN_REF' || column === undefined) return undefined;
  if (item.alias !== '') return [{ column, name: item.alias }];
  return item.column_names.at(-1) === column ? [{ column, name: column }] : undefined;
}

function readModifiers(
  select: SelectNode,
  columnName: (expression: Expression) => string | undefined,
): Omit<PlainRows, 'columns'> | undefined {
  const terms: (OrderTerm & { column: string })[] = [];
  let wanted: number | null = null;
  let skipped = 0;
  const kinds = new Set<string>();
  for (const modifier of select.modifiers) {
    if (kinds.has(modifier.type)) return undefined;
    kinds.add(modifier.type);
    if (modifier.type === 'ORDER_MODIFIER') {
      for (const order of modifier.orders) {
        const column = columnName(resultMeant(select, order.expression));
        if (column === undefined) return undefined;
        terms.push({ column, isFalling: order.type === 'DESCENDING', nullsFirst: nullsFirst(order) });
      }
    } else if (modifier.type === 'LIMIT_MODIFIER') {
      const limit = modifier.limit === null ? null : readWhole(modifier.limit);
      const offset = modifier.offset === null ? 0n : readWhole(modifier.offset);
      if (limit === undefined || offset === undefined || (limit ?? 0n) < 0n || offset < 0n) return undefined;
      wanted = limit === null ? null : Number(limit);
      skipped = Number(offset);
    } else return undefined;
  }
  return { terms, wanted, skipped };
}
