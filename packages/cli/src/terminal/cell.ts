import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** C0 and C1 controls: a caption must not be able to move the cursor or set colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
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

/** The text cut to a display width, with `…` in place of what was cut; never through a grapheme. */
export function cutToWidth(text: string, width: number): string {
  if (text.length <= width && displayWidth(text) <= width) return text;
  // A grapheme has at least one column, so what follows cannot matter; this keeps huge cells cheap.
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

/** The text filled up with blanks to a display width. */
export function padToWidth(text: string, width: number, align: 'left' | 'right'): string {
  const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'right' ? blanks + text : text + blanks;
}
