import { Refusal, refuse } from '../refusal.ts';
import { expressions, operators, parts, type Shape, type Slot } from './plan-shape.ts';
import { isNode, type PlanNode } from './read-node.ts';

/** Nodes in nodes. Deeper plans are refused: walking them would exhaust the stack. */
const depthMax = 600;

/** Refuses a plan with an operator, an expression, a key or a value that is not described. */
export function checkPlan(plan: unknown): void {
  operator(plan, 0);
}

function operator(value: unknown, depth: number): void {
  if (!isNode(value)) refuse('a plan of this form');
  const name = String(value.type);
  const shape = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (shape === undefined) refuse(operatorWords(name));
  check(value, shape, name, depth);
}

function expression(value: unknown, depth: number): void {
  if (!isNode(value)) refuse('a plan of this form');
  const name = String(value.expression_class);
  const shape = Object.hasOwn(expressions, name) ? expressions[name] : undefined;
  try {
    if (shape === undefined) refuse(`an expression of the kind ${words(name)}`);
    check(value, shape, name, depth);
  } catch (error) {
    if (error instanceof Refusal) error.location ??= placeOf(value);
    throw error;
  }
}

/** The byte offset of an expression in the text; null where it has none. */
export function placeOf(node: PlanNode): number | null {
  const location = node.query_location;
  return typeof location === 'number' && Number.isSafeInteger(location) ? location : null;
}

function check(node: PlanNode, shape: Shape, name: string, depth: number): void {
  if (depth > depthMax) refuse('a query that is nested so deeply');
  for (const [key, value] of Object.entries(node)) {
    const slot = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (slot === undefined) refuse(`${words(name)} with ${key}`);
    if (!fits(value, slot, depth + 1)) refuse(`${words(name)} with ${key} = ${shown(value)}`);
  }
}

function fits(value: unknown, slot: Slot, depth: number): boolean {
  if (typeof slot !== 'string') return slot.includes(value);
  switch (slot) {
    case 'any':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'flag':
      return typeof value === 'boolean';
    case 'number':
      return Number.isSafeInteger(value);
    case 'index':
      return Number.isSafeInteger(value) || typeof value === 'bigint';
    case 'numbers':
      return Array.isArray(value) && value.every(Number.isSafeInteger);
    case 'type':
      return isNode(value) && 'id' in value;
    case 'types':
      return Array.isArray(value) && value.every((each) => isNode(each) && 'id' in each);
    case 'value':
      return isNode(value) && 'type' in value && 'is_null' in value;
    case 'values':
      return Array.isArray(value) && value.every((each) => fits(each, 'value', depth));
    case 'nothing':
      return (
        value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
      );
    case 'expression':
      expression(value, depth);
      return true;
    case 'maybe expression':
      if (value !== null) expression(value, depth);
      return true;
    case 'expressions':
      return each(value, (item) => expression(item, depth));
    case 'rows of expressions':
      return each(value, (row) => each(row, (item) => expression(item, depth)));
    case 'operators':
      return each(value, (item) => operator(item, depth));
    default:
      return fitsPart(value, slot, depth);
  }
}

function fitsPart(value: unknown, slot: string, depth: number): boolean {
  const [count, name = ''] = slot.split(' ');
  const shape = parts[name];
  if (shape === undefined) throw new Error(`There is no part ${name}`);
  const part = (item: unknown) => {
    if (!isNode(item)) refuse('a plan of this form');
    check(item, shape, name, depth);
  };
  if (count === 'list') return each(value, part);
  if (count !== 'maybe' || value !== null) part(value);
  return true;
}

function each(value: unknown, visit: (item: unknown) => void): boolean {
  if (!Array.isArray(value)) return false;
  for (const item of value) visit(item);
  return true;
}

const operatorNames: Readonly<Record<string, string>> = {
  LOGICAL_ASOF_JOIN: 'ASOF JOIN',
  LOGICAL_POSITIONAL_JOIN: 'POSITIONAL JOIN',
  LOGICAL_RECURSIVE_CTE: 'WITH RECURSIVE',
  LOGICAL_CHUNK_GET: 'a table of values that DuckDB computed',
};

function operatorWords(name: string): string {
  return operatorNames[name] ?? `an operator of the kind ${words(name)}`;
}

function words(name: string): string {
  return name.replace(/^(LOGICAL|BOUND)_/, '').replaceAll('_', ' ');
}

function shown(value: unknown): string {
  return typeof value === 'object' ? 'such a value' : String(value).slice(0, 60);
}
