import { serviceLimits } from '../service-limits.ts';
import { findJsonDecodeError } from './json-decode-error.ts';
import { notJson } from './request-invalid.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Errors: RequestInvalid for bytes that are not UTF-8. */
export function decodeText(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw notJson(0, 'The body is not UTF-8');
  }
}

/** Errors: RequestInvalid, with the position and message of Python's `json`. */
export function parseJson(text: string): unknown {
  const tooDeepAt = findTooDeep(text);
  if (tooDeepAt !== undefined) throw notJson(tooDeepAt, 'Nested too deeply');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { position, message } = findJsonDecodeError(text);
    throw notJson(position, message);
  }
}

/** The position where brackets outside strings exceed the maximum depth; undefined if they do not. */
function findTooDeep(text: string): number | undefined {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (isString) {
      if (letter === 0x5c) at++;
      else if (letter === 0x22) isString = false;
    } else if (letter === 0x22) isString = true;
    else if (letter === 0x5b || letter === 0x7b) {
      if (++depth > serviceLimits.jsonDepthMax) return at;
    } else if (letter === 0x5d || letter === 0x7d) depth--;
  }
  return undefined;
}
