/** Longest text of a cell in the table; the inspector shows the whole value. */
const cellCharactersMax = 300;

// Controls, and characters that turn or hide what stands beside them. Joiners stay: emoji and scripts need them.
const odd = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

const known: Readonly<Record<string, string>> = { '\n': '⏎ ', '\r': '', '\t': '⇥ ' };

/** Untrusted text with its invisible characters made visible: a right-to-left override is "⟨202E⟩". */
export function visibleText(text: string): string {
  return text.replace(
    odd,
    (found) => known[found] ?? `⟨${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** The text of one cell: visible, on one line, cut where it is long. */
export function cellText(text: string): string {
  return text.length > cellCharactersMax
    ? `${visibleText(text.slice(0, cellCharactersMax))}…`
    : visibleText(text);
}
