import type { ErrorCode } from '@sdq/contract';
import type { Statement, TableReference } from '../../stages.ts';
import type {
  BaseTableRef,
  Expression,
  FunctionExpression,
  JoinRef,
  QueryNode,
  SelectNode,
  WindowExpression,
} from '../../syntax/ast.ts';
import { type Family, families, type Shape, type Slot } from './ast-shape.ts';
import { checkFunction, isAggregate } from './check-function.ts';
import { checkTable, type OfferedTables } from './check-table.ts';
import { knownValue } from './constant.ts';
import { type Context, startContext } from './context.ts';
import { EngineFaults } from './engine-faults.ts';
import { isJsonFunction } from './functions/json.ts';
import { macroCopies } from './functions/macros.ts';
import { growthOf } from './growth.ts';
import { faultOfLeaf } from './leaf.ts';
import { admitLimits } from './limits.ts';
import { SessionNames } from './session-names.ts';
import { namesType } from './types.ts';
import { checkUnusedWindows } from './unused-windows.ts';
import { Violations } from './violations.ts';

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** CTE names that could be taken for a file or for an internal name of DuckDB. */
const cteName = /^(?!(?:duckdb|pg|sqlite|pragma)_)[\p{L}_][\p{L}\p{M}\p{N}_$ -]*$/iu;
/** DuckDB's own collations, or a locale such as `de` or `pt_br`. */
const collation =
  /^(?:c|posix|binary|nocase|noaccent|nfc|[a-z]{2,3}(?:_[a-z]{2})?)(?:\.(?:nocase|noaccent|nfc))*$/i;

interface Counts {
  nodes: number;
  subqueries: number;
  joins: number;
  ctes: number;
  pivotValues: number;
}

/**
 * One walk over a statement's AST, driven by its closed description (`ast-shape.ts`): whatever is not described is a
 * violation. It collects every violation and every reference to a table of the policy, and counts what `limits.ts`
 * bounds.
 */
export class Walk {
  readonly violations: Violations;
  readonly references = new Map<number, TableReference>();
  /** Lower-case names of the aggregates called. */
  readonly aggregates = new Set<string>();
  readonly #statement: Statement;
  readonly #tables: OfferedTables;
  /** Lower-case names of the functions found so far. */
  readonly #called = new Set<string>();
  readonly #sessionNames = new SessionNames();
  readonly #engineFaults: EngineFaults;
  readonly #counts: Counts = { nodes: 0, subqueries: 0, joins: 0, ctes: 0, pivotValues: 0 };
  /** Table references that the query walked last stands for, with CTEs inlined. */
  #copies = 0;

  constructor(statement: Statement, tables: OfferedTables) {
    this.#statement = statement;
    this.#tables = tables;
    this.violations = new Violations(statement.text);
    this.#engineFaults = new EngineFaults(this.violations);
  }

  run(): void {
    this.#node('statement', this.#statement.ast, startContext);
    this.#sessionNames.report(this.violations);
    this.#engineFaults.report(this.#called);
    checkUnusedWindows(this.#statement.text, this.#called, this.violations);
  }

  #refuse(context: Context, message: string, code: ErrorCode = 'statement_not_allowed'): void {
    this.violations.add(code, context.place, message);
  }

  /** Adds one to a counter; reports once when it exceeds its limit. */
  #count(what: keyof Counts, max: number, context: Context, message: string, by = 1): boolean {
    const before = this.#counts[what];
    this.#counts[what] += by;
    if (before <= max && this.#counts[what] > max) this.#refuse(context, message);
    return this.#counts[what] <= max;
  }

  #node(family: Family, value: unknown, outer: Context): void {
    if (!isNode(value)) {
      this.#refuse(outer, 'This construct is not supported');
      return;
    }
    const { by, kinds } = families[family];
    const kind = by === null ? '' : String(value[by]);
    const shape = kinds[kind];
    const location = value.query_location;
    const place = typeof location === 'number' && location < Number.MAX_SAFE_INTEGER ? location : outer.place;
    const context: Context = { ...outer, place, depth: outer.depth + 1 };
    if (shape === undefined) {
      this.#refuse(context, 'This construct is not supported');
      return;
    }
    if (
      !this.#count(
        'nodes',
        admitLimits.nodesMax,
        context,
        'The query is too long: its syntax tree has too many nodes',
      )
    )
      return;
    if (context.depth > admitLimits.depthMax) {
      this.#refuse(context, `The query is nested more than ${admitLimits.depthMax} levels deep`);
      return;
    }
    if (!this.#hasShape(value, shape, by)) {
      this.#refuse(context, 'This construct is not supported');
      return;
    }
    this.#sessionNames.defineIn(value);
    if (family === 'query') this.#query(value as unknown as QueryNode, shape, context);
    else this.#children(value, shape, this.#enter(family, kind, value, context));
  }

  #hasShape(node: Node, shape: Shape, by: string | null): boolean {
    for (const key in node) if (!(key in shape) && key !== by) return false;
    for (const key in shape) if (!(key in node)) return false;
    return true;
  }

  #children(node: Node, shape: Shape, context: Context): void {
    for (const key in shape)
      this.#slot(
        shape[key] as Slot,
        node[key],
        key === 'where_clause' ? { ...context, isInWhere: true } : context,
      );
  }

  #slot(slot: Slot, value: unknown, context: Context): void {
    if (typeof slot !== 'string') {
      if (!slot.includes(String(value))) this.#refuse(context, 'This construct is not supported');
      return;
    }
    const [how, family] = slot.split(' ') as [string, Family | undefined];
    if (family !== undefined) {
      if (how === 'maybe' && value === null) return;
      if (how === 'one' || how === 'maybe') this.#node(family, value, context);
      else if (!Array.isArray(value)) this.#refuse(context, 'This construct is not supported');
      else if (how === 'list') for (const item of value) this.#node(family, item, context);
      else for (const row of value) this.#slot(`list ${family}`, row, context);
      return;
    }
    const fault = faultOfLeaf(slot, value);
    if (fault !== null) this.#refuse(context, fault);
  }

  /** A query: its CTEs in order, then the rest in their scope. */
  #query(query: QueryNode, shape: Shape, outer: Context): void {
    this.#engineFaults.query(query);
    const copiesBefore = this.#copies;
    this.#copies = 0;
    let context: Context = { ...outer, isArgument: false, isInWhere: false };
    for (const { key, value } of query.cte_map?.map ?? []) {
      this.#count(
        'ctes',
        admitLimits.ctesMax,
        context,
        `A query may have at most ${admitLimits.ctesMax} CTEs`,
      );
      if (!cteName.test(key)) this.#refuse(context, `"${key.slice(0, 60)}" cannot be the name of a CTE`);
      const copiesHere: number = this.#copies;
      this.#copies = 0;
      this.#node('cte', value, context);
      const binding = { copies: Math.max(1, this.#copies), recursing: false };
      this.#copies = copiesHere;
      context = { ...context, scope: context.scope.with(key, binding) };
    }
    const inner: Context = query.type === 'SELECT_NODE' ? { ...context, select: query } : context;
    if (query.type === 'RECURSIVE_CTE_NODE') {
      const own = context.scope.with(query.cte_name, { copies: 1, recursing: true });
      const { right: _, ...rest } = shape;
      this.#children(query as unknown as Node, rest, inner);
      this.#node('query', query.right, { ...inner, scope: own });
    } else this.#children(query as unknown as Node, shape, inner);
    if (query.type === 'SELECT_NODE') this.#groupingSets(query, context);
    this.#copies += copiesBefore;
  }

  #groupingSets(query: SelectNode, context: Context): void {
    if (query.group_sets.length > admitLimits.groupingSetsMax) {
      this.#refuse(context, `A query may have at most ${admitLimits.groupingSetsMax} grouping sets`);
    }
  }

  /** Checks what is specific to a kind; returns the context of its children. */
  #enter(family: Family, kind: string, node: Node, context: Context): Context {
    if (family === 'functionCall') {
      this.#call(node as unknown as FunctionExpression, context, true);
      return { ...context, isArgument: true };
    }
    if (family === 'expression') return this.#expression(node as unknown as Expression, context);
    if (family === 'table') this.#table(kind, node, context);
    if (kind === 'SHOW_REF') return { ...context, isDescribed: node.show_type === 'DESCRIBE' };
    if (family === 'pivot' && Array.isArray(node.entries)) {
      const message = `A PIVOT may name at most ${admitLimits.pivotValuesMax} values`;
      this.#count('pivotValues', admitLimits.pivotValuesMax, context, message, node.entries.length);
    }
    return context;
  }

  #call(node: FunctionExpression | WindowExpression, context: Context, inFrom = false): void {
    const name = node.function_name.toLowerCase();
    this.#called.add(name);
    if (isAggregate(name)) this.aggregates.add(name);
    if (isJsonFunction(name)) this.#engineFaults.json();
    this.#engineFaults.call(name, node.children, this.#statement.parameters, context.place);
    checkFunction(node, context.place, inFrom, this.#statement.parameters, this.violations);
  }

  #expression(node: Expression, context: Context): Context {
    // Arguments were counted with the expression that contains them.
    if (!context.isArgument && growthOf(node, this.#statement.parameters) > admitLimits.growthMax) {
      const message = 'Nested calls make a value that is too large';
      this.#refuse(context, message);
    }
    switch (node.class) {
      case 'FUNCTION':
      case 'WINDOW':
        if (node.class === 'WINDOW') this.#engineFaults.window(node, context.place);
        this.#call(node, context);
        return { ...this.#macro(node.function_name, context), isArgument: true };
      case 'OPERATOR':
        return { ...context, isArgument: true };
      case 'LAMBDA':
        this.#engineFaults.json(); // JSON arrows are parsed as lambdas
        return { ...this.#lambda(context), isArgument: true };
      case 'SUBQUERY':
        this.#engineFaults.subquery(node, context.place);
        return {
          ...this.#subquery(context, context.subqueryDepth + 1),
          isInName: context.isInName || !context.isInWhere,
        };
      case 'COLUMN_REF':
        this.#sessionNames.use(node.column_names, context.place);
        return context;
      case 'COLLATE':
        if (!collation.test(node.collation)) {
          this.#refuse(
            context,
            'Only the collations C, POSIX, BINARY, NOCASE, NOACCENT, NFC and those of locales are supported',
          );
        }
        return context;
      case 'CAST':
        if (namesType(node.cast_type, 'JSON')) this.#engineFaults.json();
        if (namesType(node.cast_type, 'VARIANT')) this.#engineFaults.toVariant(context.place);
        return { ...context, isArgument: true };
      case 'CONSTANT':
      case 'PARAMETER':
        this.#engineFaults.text(knownValue(node, this.#statement.parameters));
        return { ...context, isArgument: true };
      default:
        return { ...context, isArgument: true };
    }
  }

  #macro(name: string, context: Context): Context {
    const copies = context.macroCopies * (macroCopies[name.toLowerCase()] ?? 1);
    if (context.macroCopies <= admitLimits.macroCopiesMax && copies > admitLimits.macroCopiesMax) {
      this.#refuse(context, `Too many calls of ${name.toLowerCase()} are nested`);
    }
    return { ...context, macroCopies: copies };
  }

  #lambda(context: Context): Context {
    const lambdaDepth = context.lambdaDepth + 1;
    if (lambdaDepth === admitLimits.lambdaDepthMax + 1) {
      this.#refuse(
        context,
        `Lambdas and JSON arrows may be nested at most ${admitLimits.lambdaDepthMax} deep`,
      );
    }
    return { ...context, lambdaDepth };
  }

  #subquery(context: Context, subqueryDepth: number): Context {
    this.#count('subqueries', admitLimits.subqueriesMax, context, 'The query has too many subqueries');
    if (subqueryDepth === admitLimits.subqueryDepthMax + 1) {
      this.#refuse(context, `Subqueries may be nested at most ${admitLimits.subqueryDepthMax} deep`);
    }
    return { ...context, subqueryDepth, isArgument: false };
  }

  #table(kind: string, node: Node, context: Context): void {
    if (kind === 'JOIN') {
      this.#count(
        'joins',
        admitLimits.joinsMax,
        context,
        `A query may have at most ${admitLimits.joinsMax} joins`,
      );
      this.#engineFaults.join(node as unknown as JoinRef, context.place);
    }
    if (kind === 'SUBQUERY' || kind === 'SHOW_REF') this.#subquery(context, 0);
    if (kind !== 'BASE_TABLE') return;
    const table = node as unknown as BaseTableRef;
    const binding = checkTable(table, context, this.#tables, this.violations);
    const copies = binding !== null && 'cte' in binding ? binding.cte.copies : 1;
    const before = this.#copies;
    this.#copies += copies;
    if (before <= admitLimits.cteCopiesMax && this.#copies > admitLimits.cteCopiesMax) {
      this.#refuse(
        context,
        'CTEs refer to each other too often: the query would be too long with the CTEs inlined',
      );
    }
    // DuckDB duplicates some operands (CASE x WHEN …), tables inside them included: the same place is the same
    // reference.
    if (binding !== null && 'reference' in binding) {
      this.references.set(binding.reference.start, binding.reference);
    }
  }
}
