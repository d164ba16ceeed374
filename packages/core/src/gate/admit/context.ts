import type { SelectNode } from '../../syntax/ast.ts';
import { Scope } from './scope.ts';

/** The position of the walk. */
export interface Context {
  readonly scope: Scope;
  /** The SELECT whose FROM clause is being walked. */
  readonly select: SelectNode | null;
  /** Byte offset of the nearest node that has a position. */
  readonly place: number | null;
  readonly depth: number;
  readonly subqueryDepth: number;
  /** Whether an enclosing node is a subquery in an expression that may be the name of a result column. */
  readonly isInName: boolean;
  /** Whether the expression is in WHERE, whose text is no name. */
  readonly isInWhere: boolean;
  /** Whether DESCRIBE encloses it: only its columns are told. */
  readonly isDescribed: boolean;
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
  isInName: false,
  isInWhere: false,
  isDescribed: false,
  lambdaDepth: 0,
  macroCopies: 1,
  isArgument: false,
};
