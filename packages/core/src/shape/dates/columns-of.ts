import type { CatalogTable } from '@sdq/catalog';
import type { BaseTableRef, Expression, QueryNode, SelectNode, TableRef } from '../../syntax/ast.ts';

/** A stored column of the table that one reference of the statement names. */
export interface StoredColumn {
  readonly table: CatalogTable;
  readonly column: string;
}

/**
 * The columns that the values of an expression come from, when those are TIMESTAMPTZ values of the columns, or the beginnings
 * of units of time that they lie in. Empty for a moment that comes from no column, such as `now()`.
 */
export type Moments = readonly StoredColumn[];

/** A column that FROM offers: its moments, or undefined where it has other values. */
export interface OfferedColumn {
  readonly name: string;
  readonly moments: Moments | undefined;
}

/** What one part of FROM offers. */
export interface Source {
  /** Lower case; empty without a name. */
  readonly alias: string;
  /** In order; undefined where they are unknown. */
  readonly columns: readonly OfferedColumn[] | undefined;
}

/** What an expression inside a SELECT can name. */
export interface NameScope {
  readonly select: SelectNode;
  readonly sources: readonly Source[];
  readonly ctes: CteScope;
  /** The enclosing SELECT, for correlated subqueries. */
  readonly outer: NameScope | undefined;
}

/** The columns of the CTEs that a query sees, by name in lower case. */
export type CteScope = ReadonlyMap<string, readonly OfferedColumn[] | undefined>;

type TableOf = (node: BaseTableRef) => CatalogTable | undefined;
type MomentsOf = (expression: Expression, scope: NameScope) => Moments | undefined;

/** Reads which columns the FROM clauses, subqueries and CTEs of a statement offer. */
export class ColumnReader {
  readonly #tableOf: TableOf;
  readonly #momentsOf: MomentsOf;
  /** A query's place in the text determines what it sees: its columns are read once. */
  readonly #known = new Map<QueryNode, readonly OfferedColumn[] | undefined>();

  constructor(tableOf: TableOf, momentsOf: MomentsOf) {
    this.#tableOf = tableOf;
    this.#momentsOf = momentsOf;
  }

  /** The CTEs that the body of a query sees. */
  ctesOf(query: QueryNode, around: CteScope): CteScope {
    const { map } = query.cte_map;
    if (map.length === 0) return around;
    const ctes = new Map(around);
    for (const { key, value } of map) {
      const columns = this.#columnsOfQuery(value.query.node, ctes, undefined);
      ctes.set(key.toLowerCase(), renamed(columns, value.aliases));
    }
    return ctes;
  }

  scopeOf(select: SelectNode, ctes: CteScope, outer: NameScope | undefined): NameScope {
    return { select, sources: this.#sourcesOf(select.from_table, ctes, outer), ctes, outer };
  }

  #sourcesOf(from: TableRef, ctes: CteScope, outer: NameScope | undefined): Source[] {
    const alias = from.alias.toLowerCase();
    switch (from.type) {
      case 'JOIN':
        return [...this.#sourcesOf(from.left, ctes, outer), ...this.#sourcesOf(from.right, ctes, outer)];
      case 'BASE_TABLE': {
        const name = from.table_name.toLowerCase();
        const table = this.#tableOf(from);
        const columns = table === undefined ? ctes.get(name) : columnsOfTable(table);
        return [{ alias: alias || name, columns: renamed(columns, from.column_name_alias) }];
      }
      case 'SUBQUERY': {
        const columns = this.#columnsOfQuery(from.subquery.node, ctes, outer);
        return [{ alias, columns: renamed(columns, from.column_name_alias) }];
      }
      case 'EMPTY':
        return [];
      default:
        return [{ alias, columns: undefined }];
    }
  }

  #columnsOfQuery(
    query: QueryNode,
    around: CteScope,
    outer: NameScope | undefined,
  ): readonly OfferedColumn[] | undefined {
    if (!this.#known.has(query)) this.#known.set(query, this.#readQuery(query, around, outer));
    return this.#known.get(query);
  }

  #readQuery(
    query: QueryNode,
    around: CteScope,
    outer: NameScope | undefined,
  ): readonly OfferedColumn[] | undefined {
    const ctes = this.ctesOf(query, around);
    switch (query.type) {
      case 'SELECT_NODE':
        return this.#columnsOfSelect(query, this.scopeOf(query, ctes, outer));
      case 'SET_OPERATION_NODE': {
        const left = this.#columnsOfQuery(query.left, ctes, outer);
        const right = this.#columnsOfQuery(query.right, ctes, outer);
        return query.setop_type === 'UNION_BY_NAME' ? undefined : united(left, right);
      }
      default:
        return undefined;
    }
  }

  #columnsOfSelect(select: SelectNode, scope: NameScope): readonly OfferedColumn[] | undefined {
    const columns: OfferedColumn[] = [];
    for (const item of select.select_list) {
      if (item.class === 'STAR') {
        const all = columnsOfStar(item, scope);
        if (all === undefined) return undefined;
        columns.push(...all);
      } else {
        const own = item.class === 'COLUMN_REF' ? item.column_names.at(-1) : undefined;
        const name = (item.alias || own || '').toLowerCase();
        columns.push({ name, moments: this.#momentsOf(item, scope) });
      }
    }
    return columns;
  }
}

function columnsOfTable(table: CatalogTable): readonly OfferedColumn[] {
  return table.columns.map(({ name, type, expression }) => ({
    name: name.toLowerCase(),
    moments:
      type === 'TIMESTAMP WITH TIME ZONE' && expression === undefined ? [{ table, column: name }] : undefined,
  }));
}

/** The columns of `*` or `t.*`; undefined where some are left out, replaced or unknown. */
function columnsOfStar(
  star: Extract<Expression, { class: 'STAR' }>,
  { select, sources }: NameScope,
): readonly OfferedColumn[] | undefined {
  const isPlain =
    !star.columns &&
    star.expr === null &&
    [star.exclude_list, star.replace_list, star.qualified_exclude_list, star.rename_list].every(
      (list) => list.length === 0,
    );
  const named = star.relation_name.toLowerCase();
  const meant = sources.filter(({ alias }) => named === '' || alias === named);
  if (!isPlain || meant.length === 0 || (named === '' && mergesColumns(select.from_table))) return undefined;
  const all: OfferedColumn[] = [];
  for (const { columns } of meant) {
    if (columns === undefined) return undefined;
    all.push(...columns);
  }
  return all;
}

/** Whether a join makes one column of two. */
function mergesColumns(from: TableRef): boolean {
  return (
    from.type === 'JOIN' &&
    (from.using_columns.length > 0 ||
      from.ref_type === 'NATURAL' ||
      from.join_type === 'SEMI' ||
      from.join_type === 'ANTI' ||
      mergesColumns(from.left) ||
      mergesColumns(from.right))
  );
}

function renamed(
  columns: readonly OfferedColumn[] | undefined,
  names: readonly string[],
): readonly OfferedColumn[] | undefined {
  return columns?.map((column, at) => ({ ...column, name: names[at]?.toLowerCase() ?? column.name }));
}

/** The columns of a set operation: named as on the left, with moments where both sides have some. */
function united(
  left: readonly OfferedColumn[] | undefined,
  right: readonly OfferedColumn[] | undefined,
): readonly OfferedColumn[] | undefined {
  return left?.map(({ name, moments }, at) => {
    const other = right?.[at]?.moments;
    return {
      name,
      moments: moments === undefined || other === undefined ? undefined : [...moments, ...other],
    };
  });
}
