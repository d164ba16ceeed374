/** JSON text of a parsed value, bigints as plain numbers; `null` for a value that is nested too deep to print. */
export function printJson(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? String(member) : member)) ?? ''
    );
  } catch (error) {
    if (error instanceof RangeError) return 'null';
    throw error;
  }
}

/** The beginning of a value as text; objects and lists as JSON. */
export function excerptOf(value: unknown, lengthMax: number): string {
  const text = typeof value === 'object' && value !== null ? printJson(value) : String(value);
  return text.slice(0, lengthMax);
}

const quotedLengthMax = 40;

/** The beginning of a value in quotes, for messages: on one line, and without what a terminal could interpret. */
export function quoted(value: unknown): string {
  return escapeControls(JSON.stringify(excerptOf(value, quotedLengthMax)));
}

const nameLengthMax = 80;

/** A name of a file's column for messages: on one line, at most 80 characters. */
export function shownName(name: string): string {
  const cut = name.length > nameLengthMax ? `${name.slice(0, nameLengthMax - 1)}…` : name;
  return escapeControls(cut);
}

/** Text with its control characters as `\u001b`: a terminal could interpret them. */
export function escapeControls(text: string): string {
  return text.replaceAll(
    /\p{Cc}/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
