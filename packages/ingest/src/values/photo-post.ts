import { textOf } from './text.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Longer shortcodes have a key of a private post at the end. */
const codeLength = 11;

/** The numeric ID of a post, from its shortcode or its address; other values are unchanged. */
export function mediaIdIn(value: unknown): unknown {
  const code = shortcodeIn(value);
  if (typeof code !== 'string' || /^\d+(_\d+)?$/.test(code)) return code;
  let id = 0n;
  for (const letter of code.slice(0, codeLength)) {
    const digit = alphabet.indexOf(letter);
    if (digit < 0) return undefined;
    id = id * 64n + BigInt(digit);
  }
  return String(id);
}

/** The shortcode of a numeric ID, or in an address; other values are unchanged. */
export function shortcodeOf(value: unknown): unknown {
  const code = shortcodeIn(value);
  const [, digits] = /^(\d{15,20})(?:_\d+)?$/.exec(textOf(code)) ?? [];
  if (digits === undefined) return code;
  let text = '';
  for (let rest = BigInt(digits); rest > 0n; rest /= 64n) text = `${alphabet[Number(rest % 64n)]}${text}`;
  return text;
}

/** The shortcode in the address of a post; a value that is not an address is the shortcode itself. */
export function shortcodeIn(value: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('/')) return value;
  return /\/(?:p|reels?|tv)\/([\w-]{5,40})/.exec(value)?.[1];
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(?:clips|reels?)$/i, 'reel'],
  [/sidecar|carousel|^album$|^8$/i, 'carousel'],
  [/video|igtv|^tv$|^2$/i, 'video'],
  [/image|photo|^1$/i, 'image'],
];

/** `image`, `video`, `reel` or `carousel` from the names and numbers of the web, the app, the API and of collectors. */
export function mediaTypeIn(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'video' : 'image';
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value))
    return mediaTypeIn(value.toLowerCase() === 'true');
  return kinds.find(([pattern]) => pattern.test(textOf(value)))?.[1];
}
