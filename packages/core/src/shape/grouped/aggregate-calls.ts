import { sqlWordOfResult } from '@sdq/duckdb/sql';
import type { Expression, FunctionExpression, SelectNode } from '../../syntax/ast.ts';
import { TextPositions } from '../../syntax/text-position.ts';
import { bracketStep, nameOf, type Token, tokensFrom } from '../../syntax/tokens.ts';
import { StatementText } from '../dates/statement-text.ts';
import { resultName } from '../result-name.ts';
import { type ColumnTest, columnTest, measuredBy } from './column-tests.ts';
import type { ColumnName, GroupTest } from './group-test.ts';
import { type NumberKind, numberKind } from './number-kind.ts';

/** One call of an aggregate, and its position in the caller's text. */
export interface AggregateCall extends CallSpan {
  /** In lower case. */
  readonly name: string;
  /** With its FILTER. */
  readonly text: string;
  /** Whether it is a built-in aggregate over at most one argument, without ORDER BY. */
  readonly isPlain: boolean;
  readonly isDistinct: boolean;
  readonly argument: 'none' | 'NULL' | 'constant' | 'column' | 'expression';
  /** The column of the rows that the argument is. */
  readonly column: string | undefined;
  readonly argumentText: string;
  /** The kind of its argument's values; undefined where it is not certain. */
  argumentKind(typeOf: (column: string) => string | undefined): NumberKind | undefined;
  /** The column whose length its argument is. */
  readonly lengthOf: string | undefined;
  /** What its FILTER asks of one column, or its only argument if it is `count_if`; undefined for other conditions. */
  readonly test: ColumnTest | undefined;
  /** Whether it is a result column on its own, and whether that has an alias. */
  readonly isItem: boolean;
  readonly isNamed: boolean;
  /** The name that DuckDB gives it without an alias; undefined where it is unknown. */
  readonly unnamedAs: string | undefined;
  /** The name of the result column that is made of it and has no alias, and where the column ends in the text. */
  readonly columnWithoutName: { readonly name: string; readonly end: number } | undefined;
  isArgumentSame(groups: GroupTest): boolean;
  isFilterSame(groups: GroupTest): boolean;
}

/** Positions in the caller's text, in UTF-16 units. */
export interface CallSpan {
  readonly start: number;
  readonly end: number;
  /** Text of its `FILTER (…)`, preceded by a space; empty without one. */
  readonly filter: string;
}

/** Every call of an aggregate in one SELECT, outside windows; one line with the reason where they are unknown. */
export function aggregateCalls(
  select: SelectNode,
  text: string,
  isAggregate: (name: string) => boolean,
  columnName: ColumnName,
): { calls: AggregateCall[]; nodes: ReadonlySet<unknown> } | string {
  const positions = new TextPositions(text);
  const calls: AggregateCall[] = [];
  const nodes = new Set<unknown>();
  let fault: string | undefined;
  let places: StatementText | undefined;
  const nameIn = ({ start }: CallSpan, item: Expression): AggregateCall['columnWithoutName'] => {
    const name = resultName(item);
    places ??= new StatementText(text);
    const end = name === undefined ? undefined : places.itemEnd(start, select, item);
    return name === undefined || end === undefined ? undefined : { name, end };
  };
  const visit = (expression: unknown, item: Expression | undefined): void => {
    if (fault !== undefined || typeof expression !== 'object' || expression === null) return;
    if (Array.isArray(expression)) {
      for (const child of expression) visit(child, item);
      return;
    }
    const part = expression as Expression;
    if (part.class === 'SUBQUERY') {
      fault = 'the query has a subquery';
      return;
    }
    if (part.class === 'FUNCTION' && isAggregate(part.function_name.toLowerCase())) {
      const span = callSpan(text, positions, part);
      const isUnnamed = item !== undefined && item.alias === '' && item !== part;
      const own = isUnnamed && span !== undefined ? nameIn(span, item) : undefined;
      if (span === undefined) fault = `the call of ${part.function_name} cannot be found`;
      else if (isUnnamed && own === undefined)
        fault = 'a result column made of aggregates has no name: give it one with AS';
      else {
        nodes.add(part);
        calls.push({
          ...readCall(part, span, text, select, item === part, columnName),
          columnWithoutName: own,
        });
      }
      return;
    }
    for (const child of Object.values(part)) visit(child, item);
  };
  for (const item of select.select_list) visit(item, item);
  visit([select.having, select.qualify, select.modifiers, select.group_expressions], undefined);
  return fault ?? { calls, nodes };
}

function readCall(
  call: FunctionExpression,
  span: CallSpan,
  text: string,
  select: SelectNode,
  isOwnItem: boolean,
  columnName: ColumnName,
): Omit<AggregateCall, 'columnWithoutName'> {
  const [argument, more] = call.children;
  const isNamed = call.alias !== '';
  const own = text.slice(span.start, span.end);
  return {
    ...span,
    name: call.function_name.toLowerCase(),
    text: own,
    isPlain:
      (call.schema === '' || call.schema === 'main') &&
      call.order_bys.orders.length === 0 &&
      more === undefined,
    isDistinct: call.distinct,
    argument: formOf(argument),
    column: argument && columnName(argument),
    argumentText: argumentTextOf(own, span.filter),
    lengthOf: argument && measuredBy(argument, columnName),
    test: testOf(call, columnName),
    argumentKind: (typeOf) => argument && numberKind(argument, columnName, typeOf),
    isItem: select.select_list.includes(call),
    isNamed,
    unnamedAs: isOwnItem && !isNamed ? (unnamed(call) ?? resultName(call)) : undefined,
    isArgumentSame: (groups) => groups.isSame(argument),
    isFilterSame: (groups) => groups.isSame(call.filter),
  };
}

function testOf(
  { function_name: name, filter, children: [argument] }: FunctionExpression,
  columnName: ColumnName,
): ColumnTest | undefined {
  const isCountIf = /^count_?if$/i.test(name);
  if (isCountIf && filter !== null) return undefined;
  const condition = isCountIf ? argument : filter;
  return condition ? columnTest(condition, columnName) : undefined;
}

/** The text between the call's brackets. */
function argumentTextOf(own: string, filter: string): string {
  const call = own.slice(0, own.length - filter.trimStart().length).trimEnd();
  return call.slice(call.indexOf('(') + 1, call.lastIndexOf(')'));
}

function formOf(argument: Expression | undefined): AggregateCall['argument'] {
  if (argument === undefined) return 'none';
  if (argument.class === 'CONSTANT') return argument.value.is_null ? 'NULL' : 'constant';
  return argument.class === 'COLUMN_REF' ? 'column' : 'expression';
}

/** From a call's name to its closing bracket, FILTER included; undefined where its text is different. */
export function callSpan(
  text: string,
  positions: TextPositions,
  call: FunctionExpression,
): CallSpan | undefined {
  const start = positions.utf16(call.query_location);
  if (start === null) return undefined;
  const tokens = tokensFrom(text, start);
  const name = tokens.next().value;
  if (name === undefined) return undefined;
  const called = nameOf(text, name).toLowerCase();
  if (
    called !== call.function_name.toLowerCase() &&
    !(called === 'count' && call.function_name === 'count_star')
  )
    return undefined;
  const end = endOfBrackets(text, tokens);
  if (end === undefined) return undefined;
  if (call.filter === null) return { start, end, filter: '' };
  const word = tokens.next().value;
  if (word === undefined || nameOf(text, word).toLowerCase() !== 'filter') return undefined;
  const filterEnd = endOfBrackets(text, tokens);
  return filterEnd === undefined
    ? undefined
    : { start, end: filterEnd, filter: ` ${text.slice(word.start, filterEnd)}` };
}

/** Where the bracket closes that the next token opens; undefined where it opens none. */
function endOfBrackets(text: string, tokens: Iterator<Token, undefined>): number | undefined {
  let depth = 0;
  for (let token = tokens.next().value; token !== undefined; token = tokens.next().value) {
    depth += bracketStep(text, token);
    if (depth === 0) return text[token.start] === ')' ? token.end : undefined;
  }
  return undefined;
}

/** The name that DuckDB gives a call without an alias, if its arguments are plain. */
function unnamed(call: FunctionExpression): string | undefined {
  if (call.filter !== null) return undefined;
  const names = call.children.map((child) =>
    child.class === 'COLUMN_REF' && child.column_names.every((name) => /^[a-z_][a-z0-9_]*$/.test(name))
      ? child.column_names.map(sqlWordOfResult).join('.')
      : undefined,
  );
  if (names.some((name) => name === undefined)) return undefined;
  return `${call.function_name}(${call.distinct ? 'DISTINCT ' : ''}${names.join(', ')})`;
}
