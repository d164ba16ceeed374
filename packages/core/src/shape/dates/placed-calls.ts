import type { Resolved } from '../../stages.ts';
import type {
  BaseTableRef,
  CastExpression,
  Expression,
  FunctionExpression,
  QueryNode,
  SelectNode,
  TableRef,
} from '../../syntax/ast.ts';
import { ColumnReader, type CteScope, type Moments, type NameScope } from './columns-of.ts';
import { type IsTruncation, momentsOf } from './moments-of.ts';

/** A call or a cast, and where it is. */
export interface PlacedCall {
  readonly node: FunctionExpression | CastExpression;
  /** Whether it is in WHERE or in the condition of a join, where it need not equal another expression. */
  readonly isCondition: boolean;
  /** What it is compared with in a condition, if that is its place. */
  readonly compared: Expression | undefined;
  /** The item without an alias that contains it, which DuckDB names by its text. */
  readonly unnamed: { readonly select: SelectNode; readonly item: Expression } | undefined;
  /** Whether the text is also part of another name: the call is in a subquery inside an item without an alias. */
  readonly isInName: boolean;
  /** The moments of one of its arguments. */
  momentsOf(argument: Expression): Moments | undefined;
}

/** Where the walk is. */
type Place = Pick<PlacedCall, 'isCondition' | 'compared' | 'unnamed' | 'isInName'>;

const nowhere: Place = { isCondition: false, compared: undefined, unnamed: undefined, isInName: false };

/** Reads a call; undefined for one that is not wanted. */
type FormOf<Form> = (node: PlacedCall['node']) => Form | undefined;

/**
 * The functions and casts of a statement of which `formOf` gives a form, with that form; those inside lambdas and PIVOT
 * are left out.
 */
export function placedCalls<Form>(
  { statement, references }: Resolved,
  formOf: FormOf<Form>,
  isTruncation: IsTruncation,
): { call: PlacedCall; form: Form }[] {
  const tables = new Map(references.map(({ node, table }) => [node as BaseTableRef, table]));
  const reader = new ColumnReader(
    (node) => tables.get(node),
    (expression, scope) => momentsOf(expression, scope, isTruncation),
  );
  const walk = new Walk(reader, formOf, isTruncation);
  walk.query(statement.ast.node, new Map(), undefined, nowhere);
  return walk.calls;
}

class Walk<Form> {
  readonly calls: { call: PlacedCall; form: Form }[] = [];
  readonly #reader: ColumnReader;
  readonly #formOf: FormOf<Form>;
  readonly #isTruncation: IsTruncation;

  constructor(reader: ColumnReader, formOf: FormOf<Form>, isTruncation: IsTruncation) {
    this.#reader = reader;
    this.#formOf = formOf;
    this.#isTruncation = isTruncation;
  }

  query(query: QueryNode, around: CteScope, outer: NameScope | undefined, place: Place): void {
    const isInName = place.isInName || place.unnamed !== undefined;
    const inner: Place = { ...nowhere, isInName };
    const ctes = this.#ctes(query, around, outer, inner);
    if (query.type === 'SELECT_NODE') {
      this.#select(query, this.#reader.scopeOf(query, ctes, outer), inner);
      return;
    }
    this.query(query.left, ctes, outer, inner);
    this.query(query.right, ctes, outer, inner);
  }

  /** Walks the CTEs; a recursive query sees its own name. */
  #ctes(query: QueryNode, around: CteScope, outer: NameScope | undefined, place: Place): CteScope {
    const ctes = this.#reader.ctesOf(query, around);
    for (const [at, { value }] of query.cte_map.map.entries()) {
      const before = { ...query, cte_map: { map: query.cte_map.map.slice(0, at) } };
      this.query(value.query.node, this.#reader.ctesOf(before, around), outer, place);
    }
    if (query.type !== 'RECURSIVE_CTE_NODE') return ctes;
    return new Map([...ctes, [query.cte_name.toLowerCase(), undefined]]);
  }

  #select(select: SelectNode, scope: NameScope, place: Place): void {
    this.#from(select.from_table, scope, place);
    for (const item of select.select_list)
      this.#visit(item, scope, { ...place, unnamed: item.alias === '' ? { select, item } : undefined });
    this.#visit(select.where_clause, scope, { ...place, isCondition: true });
    this.#visit(
      [select.group_expressions, select.having, select.qualify, select.modifiers, select.sample],
      scope,
      place,
    );
  }

  #from(from: TableRef, scope: NameScope, place: Place): void {
    if (from.type === 'SUBQUERY') this.query(from.subquery.node, scope.ctes, scope, place);
    else if (from.type === 'TABLE_FUNCTION') this.#visit(from.function.children, scope, place);
    else if (from.type === 'JOIN') {
      this.#from(from.left, scope, place);
      this.#from(from.right, scope, place);
      this.#visit(from.condition, scope, { ...place, isCondition: true });
    }
  }

  #visit(value: unknown, scope: NameScope, place: Place): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const child of value) this.#visit(child, scope, place);
      return;
    }
    const part = value as Expression;
    if (part.class === 'LAMBDA') return;
    if (part.class === 'SUBQUERY') {
      this.query(part.subquery.node, scope.ctes, scope, place);
      this.#visit(part.child, scope, place);
      return;
    }
    if (part.class === 'FUNCTION' || part.class === 'CAST') this.#note(part, scope, place);
    if (place.isCondition && part.class === 'COMPARISON') {
      this.#visit(part.left, scope, { ...place, compared: part.right });
      this.#visit(part.right, scope, { ...place, compared: part.left });
      return;
    }
    for (const child of Object.values(part)) this.#visit(child, scope, { ...place, compared: undefined });
  }

  #note(node: PlacedCall['node'], scope: NameScope, place: Place): void {
    const form = this.#formOf(node);
    if (form === undefined) return;
    const call = {
      ...place,
      node,
      momentsOf: (argument: Expression) => momentsOf(argument, scope, this.#isTruncation),
    };
    this.calls.push({ call, form });
  }
}
