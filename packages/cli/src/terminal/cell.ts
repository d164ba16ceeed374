import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** C0 and C1 control characters: data must not move the cursor or set colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

const shownControls: Readonly<Record<string, string>> = { '\n': '↵', '\r': '', '\t': ' ' };

/** A value of a row as one line of plain text. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(controls, (character) => shownControls[character] ?? '�');
}

export function displayWidth(text: string): number {
  return stringWidth(text);
}

/** The text truncated to a display width at a grapheme boundary, with `…` at the end. */
export function cutToWidth(text: string, width: number): string {
  if (text.length <= width && displayWidth(text) <= width) return text;
  // A grapheme is at least one column wide, so later characters are irrelevant; this bounds the work for huge cells.
  const head = text.length > width * 16 ? text.slice(0, width * 16) : text;
  if (head.length === text.length && displayWidth(text) <= width) return text;
  let cut = '';
  let used = 0;
  for (const { segment } of graphemes.segment(head)) {
    const columns = displayWidth(segment);
    if (used + columns > width - 1) break;
    cut += segment;
    used += columns;
  }
  return `${cut}…`;
}

/** The text padded with spaces to a display width. */
export function padToWidth(text: string, width: number, align: 'left' | 'right'): string {
  const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'right' ? blanks + text : text + blanks;
}
