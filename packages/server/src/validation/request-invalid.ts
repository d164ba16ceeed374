import type { ValidationItem } from '@sdq/contract';
import { printSourceJson, readSourceJson, type SourceJson, sourceAt } from './source-json.ts';

/** A request that validation refused; answered 422 with FastAPI's body. */
export class RequestInvalid extends Error {
  readonly items: readonly ValidationItem[];

  constructor(items: readonly ValidationItem[]) {
    super(items.map((item) => `${item.loc.join('.')}: ${item.msg}`).join('; '));
    this.name = 'RequestInvalid';
    this.items = items;
  }
}

/** The answer's text. Values of a JSON body stand in it as they were written: `bodyText` is that body. */
export function printItems(items: readonly ValidationItem[], bodyText?: string): string {
  const source = bodyText === undefined ? undefined : readSourceJson(bodyText);
  const printed = items.map((item) => {
    const input = source && sourceOf(item, source);
    if (input === undefined) return JSON.stringify(item);
    const { type, loc, msg, ctx } = item;
    const head = JSON.stringify({ type, loc, msg }).slice(0, -1);
    return `${head},"input":${printSourceJson(input)}${ctx ? `,"ctx":${JSON.stringify(ctx)}` : ''}}`;
  });
  return `{"detail":[${printed.join(',')}]}`;
}

function sourceOf({ type, loc }: ValidationItem, source: SourceJson): SourceJson | undefined {
  const [part, ...path] = loc;
  if (part !== 'body' || type === 'json_invalid') return undefined;
  return sourceAt(source, type === 'missing' ? path.slice(0, -1) : path);
}

/** A fault that no single field's type shows, worded as pydantic words a ValueError. */
export function valueError(loc: (string | number)[], message: string, input: unknown): ValidationItem {
  return { type: 'value_error', loc, msg: `Value error, ${message}`, input, ctx: { error: {} } };
}

/** A value that is none of the few allowed, worded as pydantic words a Literal. */
export function literalError(
  loc: (string | number)[],
  values: readonly unknown[],
  input: unknown,
): ValidationItem {
  const expected = listOfValues(values);
  return { type: 'literal_error', loc, msg: `Input should be ${expected}`, input, ctx: { expected } };
}

/** `'a', 'b' or 'c'` */
export function listOfValues(values: readonly unknown[]): string {
  const quoted = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
