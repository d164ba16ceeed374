import type { SelectNode } from '../../syntax/ast.ts';
import { Scope } from './scope.ts';

/** Where the walk is. */
export interface Context {
  readonly scope: Scope;
  /** The SELECT whose FROM clause is being walked. */
  readonly select: SelectNode | null;
  /** Byte offset of the nearest node that has a place. */
  readonly place: number | null;
  readonly depth: number;
  readonly subqueryDepth: number;
  /** Whether a subquery inside of an expression is around this place, at whatever distance. */
  readonly inExpression: boolean;
  readonly lambdaDepth: number;
  readonly macroCopies: number;
  /** Whether a function or operator reads the expression. */
  readonly isArgument: boolean;
}

export const startContext: Context = {
  scope: Scope.empty,
  select: null,
  place: null,
  depth: 0,
  subqueryDepth: 0,
  inExpression: false,
  lambdaDepth: 0,
  macroCopies: 1,
  isArgument: false,
};
