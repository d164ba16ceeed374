import { nearestNames, type SqlParameters } from '@sdq/contract';
import type { Expression, FunctionExpression, WindowExpression } from '../../syntax/ast.ts';
import type { ArgumentRule, Call } from './argument-rules.ts';
import {
  deniedFunctions,
  deniedFunctionsInFrom,
  offeredFunctions,
  offeredInFrom,
} from './functions/index.ts';
import type { ViolationExtras, Violations } from './violations.ts';

const ownSchemas = new Set(['', 'main', 'pg_catalog']);
/** Qualifiers that DuckDB may read as one of its databases or schemas instead of a column. */
const engineSchemas = new Set(['system', 'temp', 'memory', 'information_schema', 'main', 'pg_catalog']);

type CallNode = FunctionExpression | WindowExpression;

function aggregateRules(name: string): readonly ArgumentRule[] | null {
  const offered = offeredFunctions.get(name);
  return offered?.kind === 'aggregate' ? offered.rules : null;
}

export function isAggregate(name: string): boolean {
  return offeredFunctions.get(name)?.kind === 'aggregate';
}

/** The object of a method call such as `author.upper()`: DuckDB parses it as the function's schema. */
function objectOf(node: CallNode): Expression | null {
  if (ownSchemas.has(node.schema.toLowerCase()) && node.catalog === '') return null;
  return {
    class: 'COLUMN_REF',
    type: 'COLUMN_REF',
    alias: '',
    query_location: node.query_location,
    column_names: [node.catalog, node.schema].filter((name) => name !== ''),
  };
}

function unknownFunction(name: string, inFrom: boolean): { message: string; extras: ViolationExtras } {
  const shown = name.slice(0, 60);
  const reason = (inFrom ? deniedFunctionsInFrom.get(name) : undefined) ?? deniedFunctions.get(name);
  if (reason !== undefined) return { message: `The function ${shown} is not allowed: ${reason}`, extras: {} };
  if (name.includes('`')) {
    return {
      message: 'Backticks do not quote names',
      extras: { hint: 'Quote names with double quotes: "name"' },
    };
  }
  if (inFrom && offeredFunctions.has(name)) {
    return { message: `The function ${shown} cannot be used in FROM`, extras: {} };
  }
  const candidates = nearestNames(name, inFrom ? offeredInFrom.keys() : offeredFunctions.keys());
  return { message: `There is no function ${shown}`, extras: { candidates } };
}

/** Checks the name and the arguments of one call. */
export function checkFunction(
  node: CallNode,
  place: number | null,
  inFrom: boolean,
  parameters: SqlParameters,
  violations: Violations,
): void {
  const name = node.function_name.toLowerCase();
  const offered = (inFrom ? offeredInFrom : offeredFunctions).get(name);
  if (offered === undefined) {
    const { message, extras } = unknownFunction(name, inFrom);
    violations.add('sql_unknown_function', place, message, extras);
    return;
  }
  const object = objectOf(node);
  const qualifier = (node.catalog || node.schema).toLowerCase();
  if (object !== null && (inFrom || engineSchemas.has(qualifier))) {
    violations.add('sql_unknown_function', place, `Functions cannot be qualified by a schema: write ${name}`);
    return;
  }
  const call: Call = {
    name,
    children: object === null ? node.children : [object, ...node.children],
    parameters,
    inFrom,
    aggregateRules,
  };
  for (const rule of offered.rules) {
    const fault = rule(call);
    if (fault !== null) violations.add('statement_not_allowed', place, fault);
  }
}
