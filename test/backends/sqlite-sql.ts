import type { CatalogTable } from '@sdq/catalog';
import { type ast, placedError, type Resolved } from '@sdq/core/backend';

type Typed = { sql: string; type: string };
type SqliteQuery = { sql: string; columns: (Typed & { name: string })[] };

/** By what DuckDB calls them, after `COMPARE_`. */
const comparisons: Record<string, string> = { EQUAL: '=', NOTEQUAL: '<>', LESSTHAN: '<', GREATERTHAN: '>' };

const isPlain = ({ columns, expr, exclude_list: a, replace_list: b, rename_list: c }: ast.StarExpression) =>
  !columns && expr === null && a.length + b.length + c.length === 0;

/** A query of what SQLite and the language agree on, in SQLite's words; anything else is refused, with its place. */
export function toSqlite({ statement, references }: Resolved): SqliteQuery {
  const tables = new Map<string, CatalogTable>();
  const kindOf = ({ type }: Typed) => (/INT/.test(type) ? 'number' : type);
  const unsupported = (what: string, location: number | null = null) => {
    const message = `This backend does not answer ${what}.`;
    return placedError('not_supported_by_backend', statement, { message, location });
  };

  function from(ref: ast.TableRef): string {
    if (ref.type === 'JOIN' && ref.ref_type === 'CROSS') return `${from(ref.left)}, ${from(ref.right)}`;
    const table = references.find(({ node }) => node === ref)?.table;
    if (table === undefined || ref.type !== 'BASE_TABLE') throw unsupported('this kind of table');
    if (table.rows !== undefined) throw unsupported('questions about the catalogue', ref.query_location);
    tables.set((ref.alias || table.name).toLowerCase(), table);
    return `"${table.name}" AS "${ref.alias || table.name}"`;
  }

  function column({ column_names: names, query_location: location }: ast.ColumnRefExpression): Typed {
    const [wanted = '', alias] = names.toReversed().map((name) => name.toLowerCase());
    for (const [name, table] of tables) {
      const type = table.columns.find((each) => each.name === wanted)?.type;
      if (type !== undefined && (alias ?? name) === name) return { sql: `"${name}"."${wanted}"`, type };
    }
    const known = [...tables.values()].flatMap(({ columns }) => columns.map(({ name }) => name));
    const unknown = { name: wanted, known };
    const code = alias === undefined || tables.has(alias) ? 'sql_unknown_column' : 'sql_unknown_table';
    throw placedError(code, statement, { message: 'No such column, or no such table.', location, unknown });
  }

  function expression(node: ast.Expression): Typed {
    const { query_location: location } = node;
    if (node.class === 'COLUMN_REF') return column(node);
    if (node.class === 'CONSTANT' || node.class === 'PARAMETER') {
      const given = Object.values(statement.parameters) as unknown[];
      const value = node.class === 'CONSTANT' ? node.value.value : given[Number(node.identifier) - 1];
      if (Number.isSafeInteger(value)) return { sql: String(value), type: 'BIGINT' };
      if (typeof value === 'string') return { sql: `'${value.replaceAll("'", "''")}'`, type: 'VARCHAR' };
    }
    if (node.class === 'CONJUNCTION') {
      const parts = node.children.map((child) => `(${expression(child).sql})`);
      return { sql: parts.join(node.type === 'CONJUNCTION_AND' ? ' AND ' : ' OR '), type: 'BOOLEAN' };
    }
    if (node.class === 'COMPARISON') {
      const [left, right] = [expression(node.left), expression(node.right)];
      const operator = comparisons[node.type.slice('COMPARE_'.length)];
      if (operator !== undefined && kindOf(left) === kindOf(right))
        return { sql: `${left.sql} ${operator} ${right.sql}`, type: 'BOOLEAN' };
    }
    if (node.class === 'CAST' && node.cast_type.id === 'BIGINT' && !node.try_cast)
      return { sql: `to_bigint(${expression(node.child).sql}, ${location})`, type: 'BIGINT' };
    if (node.class === 'FUNCTION' && !node.distinct && !node.filter && node.order_bys.orders.length === 0) {
      const [argument] = node.children.map(expression);
      if (node.function_name === 'count_star') return { sql: 'count(*)', type: 'BIGINT' };
      if (argument && node.function_name === 'max') return { ...argument, sql: `max(${argument.sql})` };
      if (argument && node.function_name === 'sum' && kindOf(argument) === 'number')
        return { sql: `sum(${argument.sql})`, type: 'HUGEINT' };
    }
    throw unsupported(`${node.class} in this form`, location);
  }

  function item(node: ast.Expression): SqliteQuery['columns'] {
    const [table, another] = [...tables.values()];
    if (node.class === 'STAR' && table && !another && isPlain(node))
      return table.columns.map(({ name, type }) => ({ sql: `"${name}"`, name, type }));
    const name = node.alias || (node.class === 'COLUMN_REF' && node.column_names.at(-1));
    if (!name) throw unsupported('a computed column without AS and a name', node.query_location);
    return [{ ...expression(node), name }];
  }

  function modifier(each: ast.Modifier): string {
    if (each.type === 'LIMIT_MODIFIER' && each.offset === null && each.limit !== null)
      return ` LIMIT ${expression(each.limit).sql}`;
    if (each.type !== 'ORDER_MODIFIER') throw unsupported('DISTINCT, OFFSET, or LIMIT in percent');
    const terms = each.orders.map(({ expression: by, type, null_order: nulls }) => {
      const own = columns.find(({ name }) => by.class === 'COLUMN_REF' && by.column_names.join('.') === name);
      const direction = `${type === 'DESCENDING' ? 'DESC' : 'ASC'} ${nulls === 'NULLS FIRST' ? nulls : 'NULLS LAST'}`;
      return `${own?.sql ?? expression(by).sql} ${direction}`;
    });
    return ` ORDER BY ${terms.join(', ')}`;
  }

  const { node } = statement.ast;
  if (node.type !== 'SELECT_NODE' || node.cte_map.map.length > 0) throw unsupported('this kind of query');
  if (node.having ?? node.qualify ?? node.sample ?? node.group_sets[1]) throw unsupported('this clause');
  const relation = from(node.from_table);
  const columns = node.select_list.flatMap(item);
  const where = node.where_clause === null ? '' : ` WHERE ${expression(node.where_clause).sql}`;
  const groups = node.group_expressions.map((each) => expression(each).sql).join(', ');
  const selected = columns.map(({ sql }, index) => `${sql} AS c${index}`).join(', ');
  const rest = `${groups && ` GROUP BY ${groups}`}${node.modifiers.map(modifier).join('')}`;
  return { sql: `SELECT ${selected} FROM ${relation}${where}${rest}`, columns };
}
