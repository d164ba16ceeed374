/** Colours that most people can distinguish, on a white background. */
export const palette = ['#3b6fb6', '#d1782b', '#4b9a5d', '#a4519b', '#8a7a2f', '#b8433f', '#4aa3b5'] as const;

export type Attributes = Readonly<Record<string, string | number>>;

/** An SVG element. Children are SVG already; text must be escaped with {@link label}. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const words = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : escapeText(value)}"`,
  );
  return children.length === 0
    ? `<${name}${words.join('')}/>`
    : `<${name}${words.join('')}>${children.join('')}</${name}>`;
}

export function label(
  text: string,
  x: number,
  y: number,
  options: { anchor?: 'start' | 'middle' | 'end'; size?: number; weight?: string; fill?: string } = {},
): string {
  const { anchor = 'start', size = 11, weight = 'normal', fill = '#222' } = options;
  const attributes = { x, y, 'text-anchor': anchor, 'font-size': size, 'font-weight': weight, fill };
  return element('text', attributes, [escapeText(text)]);
}

/** A complete SVG document with a white background and a title. */
export function picture(width: number, height: number, title: string, children: readonly string[]): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${round(width)} ${round(height)}`,
    'font-family': 'system-ui, sans-serif',
    role: 'img',
  };
  const background = element('rect', { width, height, fill: '#fff' });
  const heading = label(title, 16, 24, { size: 15, weight: 'bold' });
  return `${element('svg', attributes, [element('title', {}, [escapeText(title)]), background, heading, ...children])}\n`;
}

/** A legend: names and their colours in rows, with line breaks. */
export function legend(names: readonly string[], x: number, y: number, width: number): string {
  const parts: string[] = [];
  let [left, top] = [x, y];
  for (const [i, name] of names.entries()) {
    const needed = 24 + name.length * 6.5;
    if (left + needed > x + width && left > x) [left, top] = [x, top + 16];
    parts.push(element('rect', { x: left, y: top - 9, width: 10, height: 10, fill: colourOf(i) }));
    parts.push(label(name, left + 14, top));
    left += needed + 8;
  }
  return parts.join('');
}

export function colourOf(i: number): string {
  return palette[i % palette.length] ?? '#000';
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
