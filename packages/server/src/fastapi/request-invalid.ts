import type { ValidationItem } from '@sdq/contract';
import { printItems } from './print-items.ts';
import { listOfValues } from './pydantic-wording.ts';

/** A request that validation refused; answered 422 with FastAPI's body. */
export class RequestInvalid extends Error {
  readonly #items: readonly ValidationItem[];

  constructor(items: readonly ValidationItem[]) {
    super(items.map((item) => `${item.loc.join('.')}: ${item.msg}`).join('; '));
    this.name = 'RequestInvalid';
    this.#items = items;
  }

  /** The answer's text. Values of a JSON body stand in it as they were written: `bodyText` is that body. */
  toBody(bodyText?: string): string {
    return printItems(this.#items, bodyText);
  }
}

/** Where a value came from, and the names that lead to it. */
export type Location = ['path' | 'query' | 'header' | 'body', ...(string | number)[]];

/** A fault that no field's type shows, as a validator raises it. */
export function invalidValue(loc: Location, message: string, input: unknown): RequestInvalid {
  const msg = `Value error, ${message}`;
  return new RequestInvalid([{ type: 'value_error', loc, msg, input, ctx: { error: {} } }]);
}

/** A value that is none of the few allowed. */
export function notOneOf(loc: Location, values: readonly unknown[], input: unknown): RequestInvalid {
  const expected = listOfValues(values);
  const msg = `Input should be ${expected}`;
  return new RequestInvalid([{ type: 'literal_error', loc, msg, input, ctx: { expected } }]);
}

/** A body that is not JSON, from a place in code points on. */
export function notJson(position: number, error: string): RequestInvalid {
  const loc = ['body', position];
  return new RequestInvalid([
    { type: 'json_invalid', loc, msg: 'JSON decode error', input: {}, ctx: { error } },
  ]);
}
