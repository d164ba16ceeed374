/** Characters of a quoted value that are shown. */
const valueMax = 120;

/**
 * The first line of a message of DuckDB. A value in quotes may contain line breaks and quotes: it is kept whole, on one
 * line, and shortened where it is long, so that no quote stays open.
 */
export function firstSentence(message: string): string {
  const place = message.lastIndexOf('\n\nLINE ');
  // an apostrophe is no quote
  const told = (place < 0 ? message : message.slice(0, place)).replace(
    /can't be cast (?=because the value|to the destination)/g,
    'cannot be cast ',
  );
  const end = told.indexOf('\n');
  const line = end < 0 ? told : told.slice(0, end);
  const quoted = /^([^'"]*)(['"])([\s\S]*)\2([^'"\n]*)/;
  const isOpen =
    /^(?:Could not (?:convert|parse|cast)|Failed to cast)\b[^'"]*['"]/.test(line) ||
    quotesIn(line, "'") % 2 === 1 ||
    quotesIn(line, '"') % 2 === 1;
  const [, before = '', quote = '', value = '', after = ''] = quoted.exec(isOpen ? told : line) ?? [];
  if (quote === '') return isOpen ? line.replace(/\s*['"][^'"]*$/, '') : line.trim();
  const whole = value.replace(/\s*[\r\n]+\s*/g, ' ');
  const isLong = whole.length > valueMax && !whole.includes(`${quote} `);
  const shown = isLong ? `${whole.slice(0, valueMax).replace(/[\ud800-\udbff]$/, '')}…` : whole;
  return `${before}${quote}${shown}${quote}${after}`.trim();
}

function quotesIn(text: string, quote: string): number {
  return text.split(quote).length - 1;
}
