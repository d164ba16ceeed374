import type { CatalogTable } from '@sdq/catalog';
import type { Resolved } from '../../stages.ts';
import type {
  BaseTableRef,
  CommonTableExpression,
  Expression,
  QueryNode,
  SelectNode,
  SubqueryRef,
  TableFunctionRef,
  TableRef,
} from '../../syntax/ast.ts';

/** A CTE, and whether its text may be part of a name of a result column. */
export interface CteMeant {
  readonly query: QueryNode;
  /** Names of its columns; the last ones may be missing. */
  readonly aliases: readonly string[];
  readonly isInName: boolean;
}

/** One part of FROM. */
export interface FromPart {
  /** The name by which columns are qualified, in lower case; empty without one. */
  readonly alias: string;
  readonly node: TableRef;
  /** Its place among the references of the statement, for a table of the catalogue. */
  readonly place: number | undefined;
  /** What a subquery, or the name of a CTE, stands for. */
  readonly query: CteMeant | undefined;
  /** The list whose elements it gives: `unnest([…])`. */
  readonly list?: Expression;
  /** Its columns, in lower case; undefined where they are not known. */
  readonly columns: ReadonlySet<string> | undefined;
}

/** What the expressions of a SELECT can name. */
export interface SelectScope {
  readonly select: SelectNode;
  readonly parts: readonly FromPart[];
  readonly ctes: ReadonlyMap<string, CteMeant | undefined>;
  /** The SELECT around it, for subqueries in expressions. */
  readonly outer: SelectScope | undefined;
  /** Whether its text may be part of the name of a result column. */
  readonly isInName: boolean;
}

/** A column that an expression means. */
export interface NamedColumn {
  readonly scope: SelectScope;
  readonly part: FromPart;
  /** In lower case. */
  readonly column: string;
}

/** The scopes of all SELECTs of a statement. */
export class NameScopes {
  readonly #scopes = new Map<SelectNode, SelectScope>();
  readonly #places: ReadonlyMap<TableRef, number>;
  readonly #tables: readonly CatalogTable[];

  constructor({ statement, references }: Pick<Resolved, 'statement' | 'references'>) {
    this.#places = new Map(references.map(({ node }, place) => [node as TableRef, place]));
    this.#tables = references.map(({ table }) => table);
    this.#query(statement.ast.node, new Map(), undefined, false);
  }

  of(select: SelectNode): SelectScope | undefined {
    return this.#scopes.get(select);
  }

  #query(
    query: QueryNode,
    around: SelectScope['ctes'],
    outer: SelectScope | undefined,
    isInName: boolean,
  ): void {
    const ctes = new Map(around);
    for (const { key, value } of query.cte_map.map) {
      const body = value.query.node;
      const isRecursive = body.type === 'RECURSIVE_CTE_NODE';
      const inside = isRecursive ? new Map([...ctes, [key.toLowerCase(), undefined]]) : ctes;
      this.#query(body, inside, outer, isInName);
      ctes.set(key.toLowerCase(), isRecursive ? undefined : cteOf(value, isInName));
    }
    if (query.type === 'SELECT_NODE') {
      const parts = this.#partsOf(query.from_table, ctes, isInName);
      const scope = { select: query, parts, ctes, outer, isInName };
      this.#scopes.set(query, scope);
      this.#within(query, scope);
      return;
    }
    this.#query(query.left, ctes, outer, isInName);
    this.#query(query.right, ctes, outer, isInName);
  }

  #within({ from_table: from, where_clause, ...others }: SelectNode, scope: SelectScope): void {
    this.#from(from, scope);
    this.#expressions(where_clause, scope, scope.isInName);
    const { select_list, group_expressions, having, qualify, modifiers } = others;
    this.#expressions([select_list, group_expressions, having, qualify, modifiers], scope, true);
  }

  #from(from: TableRef, scope: SelectScope): void {
    if (from.type === 'SUBQUERY') this.#query(from.subquery.node, scope.ctes, besides(scope), scope.isInName);
    else if (from.type === 'JOIN') {
      this.#from(from.left, scope);
      this.#from(from.right, scope);
      this.#expressions(from.condition, scope, scope.isInName);
    }
  }

  #expressions(value: unknown, scope: SelectScope, isInName: boolean): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const child of value) this.#expressions(child, scope, isInName);
      return;
    }
    const part = value as Expression;
    if (part.class === 'SUBQUERY') {
      this.#query(part.subquery.node, scope.ctes, scope, isInName);
      this.#expressions(part.child, scope, isInName);
      return;
    }
    for (const child of Object.values(part)) this.#expressions(child, scope, isInName);
  }

  #partsOf(from: TableRef, ctes: SelectScope['ctes'], isInName: boolean): FromPart[] {
    switch (from.type) {
      case 'JOIN':
        return [...this.#partsOf(from.left, ctes, isInName), ...this.#partsOf(from.right, ctes, isInName)];
      case 'BASE_TABLE':
        return [this.#tablePart(from, ctes)];
      case 'SUBQUERY':
        return [subqueryPart(from, isInName)];
      case 'EMPTY':
        return [];
      case 'TABLE_FUNCTION':
        return [functionPart(from)];
      default:
        return [
          {
            alias: from.alias.toLowerCase(),
            node: from,
            place: undefined,
            query: undefined,
            columns: undefined,
          },
        ];
    }
  }

  #tablePart(node: BaseTableRef, ctes: SelectScope['ctes']): FromPart {
    const name = node.table_name.toLowerCase();
    const alias = node.alias.toLowerCase() || name;
    const place = this.#places.get(node);
    if (place !== undefined) {
      const names = this.#tables[place]?.columns.map((column) => column.name) ?? [];
      const columns = node.column_name_alias.length > 0 ? undefined : new Set(names);
      return { alias, node, place, query: undefined, columns };
    }
    const cte = ctes.get(name);
    const query = cte && renamed(cte, node.column_name_alias);
    return { alias, node, place, query, columns: query && columnsOf(query) };
  }
}

/** What a subquery in FROM sees of its neighbours, which it may name where it is lateral: nothing that is certain. */
function besides(scope: SelectScope): SelectScope {
  const parts = scope.parts.map(({ list: _, ...part }) => ({ ...part, place: undefined, query: undefined }));
  return { ...scope, parts };
}

function cteOf({ query, aliases }: CommonTableExpression, isInName: boolean): CteMeant {
  return { query: query.node, aliases, isInName };
}

function subqueryPart(node: SubqueryRef, isInName: boolean): FromPart {
  const query = { query: node.subquery.node, aliases: node.column_name_alias, isInName };
  return { alias: node.alias.toLowerCase(), node, place: undefined, query, columns: columnsOf(query) };
}

function functionPart(node: TableFunctionRef): FromPart {
  const { function: called, column_name_alias: names } = node;
  const [list, another] = called.children;
  const part = { alias: node.alias.toLowerCase(), node, place: undefined, query: undefined };
  if (called.function_name.toLowerCase() !== 'unnest' || list === undefined || another !== undefined)
    return { ...part, columns: undefined };
  return { ...part, list, columns: new Set([(names[0] ?? 'unnest').toLowerCase()]) };
}

/** Undefined where names are given twice, which none of them may be longer for. */
function renamed(cte: CteMeant, names: readonly string[]): CteMeant | undefined {
  if (names.length === 0) return cte;
  return cte.aliases.length > names.length ? undefined : { ...cte, aliases: names };
}

/** Names of the columns of a query; undefined where they are not known. */
function columnsOf(meant: CteMeant): ReadonlySet<string> | undefined {
  const names = columnNames(meant);
  return names === undefined ? undefined : new Set(names);
}

/** The same in order. */
export function columnNames({ query, aliases }: CteMeant): readonly string[] | undefined {
  let first = query;
  while (first.type === 'SET_OPERATION_NODE') first = first.left;
  if (first.type !== 'SELECT_NODE') return undefined;
  const names: string[] = [];
  for (const [at, item] of first.select_list.entries()) {
    const own = item.class === 'COLUMN_REF' ? item.column_names.at(-1) : undefined;
    const name = aliases[at] ?? (item.alias || own);
    if (item.class === 'STAR' && aliases.length < first.select_list.length) return undefined;
    names.push((name ?? '').toLowerCase());
  }
  return [...names, ...aliases.slice(names.length).map((alias) => alias.toLowerCase())];
}

/** The column that an expression means; undefined where it is none, or where that is not certain. */
export function columnNamed(expression: Expression, scope: SelectScope): NamedColumn | undefined {
  if (expression.class !== 'COLUMN_REF') return undefined;
  const names = expression.column_names.map((name) => name.toLowerCase());
  const [first = '', second, another] = names;
  if (another !== undefined) return undefined;
  for (let at: SelectScope | undefined = scope; at !== undefined; at = at.outer) {
    const named = at.parts.filter(({ alias, columns }) =>
      second === undefined ? columns?.has(first) !== false : alias === first,
    );
    const [part, more] = named;
    if (part === undefined) continue;
    const column = second ?? first;
    return more === undefined && part.columns?.has(column) === true ? { scope: at, part, column } : undefined;
  }
  return undefined;
}
