import type { SqlParameters } from '@sdq/contract';
import { readText } from '../../../../shape/constants/instants.ts';
import type {
  CastExpression,
  ColumnRefExpression,
  Expression,
  FunctionExpression,
} from '../../../../syntax/ast.ts';
import { type Fold, regexpOf } from './case-variants.ts';

/** A search in the folded text of a column. */
export interface Search {
  readonly column: ColumnRefExpression;
  /** A regular expression that every text contains for which the search is not `otherwise`. */
  readonly regexp: string;
  /** The result, as SQL, for a text without a match. */
  readonly otherwise: 'false' | 'true' | '0';
  /** The constant that ends an operator's text. */
  readonly pattern: Expression;
}

type Wildcards = 'like' | 'none';

interface Form {
  readonly wildcards: Wildcards;
  readonly otherwise: Search['otherwise'];
  /** Whether the text begins with what is searched for. */
  readonly isStart?: boolean;
}

/** Of two arguments: the text, and what is searched for. */
const forms: Readonly<Record<string, Form>> = {
  '~~': { wildcards: 'like', otherwise: 'false' },
  '!~~': { wildcards: 'like', otherwise: 'true' },
  contains: { wildcards: 'none', otherwise: 'false' },
  starts_with: { wildcards: 'none', otherwise: 'false', isStart: true },
  prefix: { wildcards: 'none', otherwise: 'false', isStart: true },
  '^@': { wildcards: 'none', otherwise: 'false', isStart: true },
  ends_with: { wildcards: 'none', otherwise: 'false' },
  suffix: { wildcards: 'none', otherwise: 'false' },
  strpos: { wildcards: 'none', otherwise: '0' },
  instr: { wildcards: 'none', otherwise: '0' },
  position: { wildcards: 'none', otherwise: '0' },
};
const folds: Readonly<Record<string, Fold>> = {
  lower: 'lower',
  lcase: 'lower',
  upper: 'upper',
  ucase: 'upper',
};

/** What a call searches for, whatever the case of letters; undefined for other calls, and for patterns without letters. */
export function searchOf(
  node: FunctionExpression | CastExpression,
  parameters: SqlParameters,
): Search | undefined {
  if (node.class !== 'FUNCTION' || !isBuiltIn(node) || node.children.length !== 2) return undefined;
  const [text, pattern] = node.children as [Expression, Expression];
  const name = node.function_name.toLowerCase();
  const isIlike = name === '~~*' || name === '!~~*';
  const form = forms[isIlike ? name.slice(0, -1) : name];
  const folded = isIlike ? columnFolded(text, 'lower') : foldedColumn(text);
  const wanted = readText(pattern, { now: 0n, parameters });
  if (form === undefined || folded === undefined || wanted === undefined) return undefined;
  const { column, fold } = folded;
  const asked = isIlike ? lowered(wanted) : wanted;
  if (asked === undefined || isNeverFound(asked, fold)) return undefined;
  const regexp =
    form.wildcards === 'like' ? ofPattern(asked, fold) : regexpOf(asked, fold, form.isStart === true);
  return regexp === undefined ? undefined : { column, regexp, otherwise: form.otherwise, pattern };
}

function isBuiltIn({ schema, distinct, filter }: FunctionExpression): boolean {
  return (schema === '' || schema === 'main') && distinct === false && filter === null;
}

function columnFolded(text: Expression, fold: Fold): { column: ColumnRefExpression; fold: Fold } | undefined {
  return text.class === 'COLUMN_REF' ? { column: text, fold } : undefined;
}

/** `lower(column)` and the like. */
function foldedColumn(text: Expression): { column: ColumnRefExpression; fold: Fold } | undefined {
  if (text.class !== 'FUNCTION' || !isBuiltIn(text) || text.children.length !== 1) return undefined;
  const fold = folds[text.function_name.toLowerCase()];
  const [child] = text.children;
  return fold === undefined || child === undefined ? undefined : columnFolded(child, fold);
}

/** The pattern of ILIKE as DuckDB folds it; undefined where a character becomes several. */
function lowered(pattern: string): string | undefined {
  const all = [...pattern].map((character) => character.toLowerCase());
  return all.every((character) => [...character].length === 1) ? all.join('') : undefined;
}

/** A folded text contains no letter of the other case: DuckDB finds that out as fast. */
function isNeverFound(wanted: string, fold: Fold): boolean {
  return fold === 'lower' ? wanted !== wanted.toLowerCase() : wanted !== wanted.toUpperCase();
}

/** Of a LIKE pattern: of its longest part without wildcards. */
function ofPattern(pattern: string, fold: Fold): string | undefined {
  const parts = pattern.split(/[%_]/);
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a), '');
  const isStart = longest !== '' && pattern.startsWith(longest);
  return regexpOf(longest, fold, isStart);
}
