import type { Expression } from '../../syntax/ast.ts';
import type { ConstantScope } from '../constants/instants.ts';
import { isVolatile } from '../volatile-functions.ts';
import { isOfPeriod, type Period } from './period-uses.ts';

/** The column of the rows that an expression is; undefined for everything else. */
export type ColumnName = (expression: Expression) => string | undefined;

/** What the rows of a group have in common. */
export interface Grain {
  readonly columns: readonly string[];
  /** The time column whose period they share, if they do. */
  readonly time?: { readonly column: string; readonly period: Period } | undefined;
}

/** Tells parts of a query that are the same for all rows of a group. */
export class GroupTest {
  readonly #isGrain: (expression: Expression) => boolean | undefined;
  /** Days that a comparison parts, `YYYY-MM-DD`: their rows have to be looked at one by one. */
  readonly splitDays = new Set<string>();

  constructor({ columns, time }: Grain, columnName: ColumnName, scope: ConstantScope) {
    const grain = new Set(columns.filter((name) => name !== time?.column));
    const isTime = (expression: Expression) => time !== undefined && columnName(expression) === time.column;
    this.#isGrain = (expression) => {
      if (time !== undefined) {
        const found = isOfPeriod(time.period, expression, isTime, scope, this.splitDays);
        if (found !== undefined) return found;
      }
      if (expression.class !== 'COLUMN_REF') return undefined;
      const name = columnName(expression);
      // A name that is no column of the rows is an alias of what is looked at elsewhere.
      return name === undefined ? expression.column_names.length === 1 : grain.has(name);
    };
  }

  /** Whether a part of the query is the same for all rows of a group; what is in `apart` is not looked into. */
  isSame(part: unknown, apart: ReadonlySet<unknown> = new Set()): boolean {
    if (typeof part !== 'object' || part === null || apart.has(part)) return true;
    if (Array.isArray(part)) return part.every((child) => this.isSame(child, apart));
    const node = part as Expression;
    if (node.class === 'STAR' || node.class === 'SUBQUERY' || node.class === 'LAMBDA') return false;
    // The object of a method call is a column written as a schema.
    if (
      (node.class === 'FUNCTION' || node.class === 'WINDOW') &&
      node.schema !== '' &&
      node.schema !== 'main'
    )
      return false;
    // Each row has a value of its own.
    if (node.class === 'FUNCTION' && isVolatile(node.function_name.toLowerCase())) return false;
    const found = node.class === undefined ? undefined : this.#isGrain(node);
    if (found !== undefined) return found;
    return Object.values(node).every((child) => this.isSame(child, apart));
  }
}
