const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Codes of private posts have a key behind so many letters. */
const codeLengthMax = 11;

/** The shortcode in the address of a post; another text is unchanged, and an address of something else is null. */
export function shortcodeOf(text: string): string | null {
  if (!text.includes('/')) return text;
  return /\/(?:p|reels?|tv)\/([\w-]{5,40})/.exec(text)?.[1] ?? null;
}

/** The numeric ID of a post, from its shortcode, address or `<post>_<account>`; null for other texts. */
export function mediaIdOf(text: string): string | null {
  const code = shortcodeOf(text)?.replace(/^(\d+)_\d+$/, '$1') ?? null;
  if (code === null || /^\d+$/.test(code)) return code;
  let id = 0n;
  for (const letter of code.slice(0, codeLengthMax)) {
    const digit = alphabet.indexOf(letter);
    if (digit < 0) return null;
    id = id * 64n + BigInt(digit);
  }
  return String(id);
}
