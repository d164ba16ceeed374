import type { ValidationItem } from '@sdq/contract';
import { printItems } from './print-items.ts';
import { listOfValues } from './pydantic-wording.ts';

/** The error of an invalid request; the response is 422 with a FastAPI-compatible body. */
export class RequestInvalid extends Error {
  readonly #items: readonly ValidationItem[];

  constructor(items: readonly ValidationItem[]) {
    super(items.map((item) => `${item.loc.join('.')}: ${item.msg}`).join('; '));
    this.name = 'RequestInvalid';
    this.#items = items;
  }

  /** The response body. Values of a JSON body are quoted as written in `bodyText`. */
  toBody(bodyText?: string): string {
    return printItems(this.#items, bodyText);
  }
}

/** The location of a value: the part of the request, and the path in it. */
export type Location = ['path' | 'query' | 'header' | 'body', ...(string | number)[]];

/** An error of a validator that a field type cannot express (`value_error`). */
export function invalidValue(loc: Location, message: string, input: unknown): RequestInvalid {
  const msg = `Value error, ${message}`;
  return new RequestInvalid([{ type: 'value_error', loc, msg, input, ctx: { error: {} } }]);
}

/** An error for a value that is not one of the allowed values (`literal_error`). */
export function notOneOf(loc: Location, values: readonly unknown[], input: unknown): RequestInvalid {
  const expected = listOfValues(values);
  const msg = `Input should be ${expected}`;
  return new RequestInvalid([{ type: 'literal_error', loc, msg, input, ctx: { expected } }]);
}

/** An error for malformed JSON, with its position in code points. */
export function notJson(position: number, error: string): RequestInvalid {
  const loc = ['body', position];
  return new RequestInvalid([
    { type: 'json_invalid', loc, msg: 'JSON decode error', input: {}, ctx: { error } },
  ]);
}
