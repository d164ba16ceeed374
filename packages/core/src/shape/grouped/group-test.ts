import type { Expression } from '../../syntax/ast.ts';
import { isVolatile } from '../../syntax/volatile-functions.ts';
import type { ConstantScope } from '../constants/instants.ts';
import { describeExpression } from '../describe-expression.ts';
import { isOfPeriod, type SharedPeriod } from './period-uses.ts';

/** The column of the rows that an expression refers to; undefined for anything else. */
export type ColumnName = (expression: Expression) => string | undefined;

/** What the rows of a group have in common. */
export interface Grain {
  readonly columns: readonly string[];
  /** The time column whose period they share, if they do. */
  readonly time?: (SharedPeriod & { readonly column: string }) | undefined;
}

/** Tells which parts of a query are the same for all rows of a group. */
export class GroupTest {
  readonly #isGrain: (expression: Expression) => boolean | undefined;
  /** Days that a comparison splits, `YYYY-MM-DD`: their rows must be read one by one. */
  readonly splitDays = new Set<string>();

  constructor({ columns, time }: Grain, columnName: ColumnName, scope: ConstantScope) {
    const grain = new Set(columns.filter((name) => name !== time?.column));
    const isTime = (expression: Expression) => time !== undefined && columnName(expression) === time.column;
    this.#isGrain = (expression) => {
      if (time !== undefined) {
        const found = isOfPeriod(time, expression, isTime, scope, this.splitDays);
        if (found !== undefined) return found;
      }
      if (expression.class !== 'COLUMN_REF') return undefined;
      const name = columnName(expression);
      // A name that is no column of the rows is an alias of an expression that is checked elsewhere.
      return name === undefined ? expression.column_names.length === 1 : grain.has(name);
    };
  }

  /** Whether a part of the query is the same for all rows of a group. */
  isSame(part: unknown): boolean {
    return this.differing(part) === undefined;
  }

  /**
   * The part of the query that may differ between rows of a group, for display; undefined where there is none. Parts
   * in `apart` are not checked.
   */
  differing(part: unknown, apart: ReadonlySet<unknown> = new Set()): string | undefined {
    if (typeof part !== 'object' || part === null || apart.has(part)) return undefined;
    const node = part as Expression;
    if (node.class !== undefined) {
      const found = isOfItsOwn(node) ? false : this.#isGrain(node);
      if (found !== undefined) return found ? undefined : describeExpression(node);
    }
    for (const child of Object.values(part)) {
      const differing = this.differing(child, apart);
      if (differing !== undefined) return differing;
    }
    return undefined;
  }
}

/** Whether an expression has its own value for each row, or one that is not checked. */
function isOfItsOwn(node: Expression): boolean {
  if (node.class === 'STAR' || node.class === 'SUBQUERY' || node.class === 'LAMBDA') return true;
  if (node.class !== 'FUNCTION' && node.class !== 'WINDOW') return false;
  // The object of a method call is a column that the parser reads as a schema.
  if (node.schema !== '' && node.schema !== 'main') return true;
  return node.class === 'FUNCTION' && isVolatile(node.function_name.toLowerCase());
}
