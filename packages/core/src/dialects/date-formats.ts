/** A format as strftime takes it, as an SQL literal; undefined where the format is no literal or has an unknown part. */
export type ReadFormat = (literal: string) => string | undefined;

/** Longer spellings first. */
const oracleParts: readonly (readonly [RegExp, string])[] = [
  [/^YYYY/i, '%Y'],
  [/^YY/i, '%y'],
  [/^MONTH/i, '%B'],
  [/^MON/i, '%b'],
  [/^MM/i, '%m'],
  [/^MI/i, '%M'],
  [/^MS/i, '%g'],
  [/^DDD/i, '%j'],
  [/^DD/i, '%d'],
  [/^DAY/i, '%A'],
  [/^DY/i, '%a'],
  [/^HH24/i, '%H'],
  [/^HH12/i, '%I'],
  [/^HH/i, '%I'],
  [/^SS/i, '%S'],
  [/^US/i, '%f'],
  [/^IYYY/i, '%G'],
  [/^IW/i, '%V'],
  [/^TZ/i, '%Z'],
  [/^(?:AM|PM)/i, '%p'],
  [/^FM/i, ''],
];

const mysqlParts: Readonly<Record<string, string>> = {
  a: '%a',
  b: '%b',
  c: '%-m',
  d: '%d',
  e: '%-d',
  f: '%f',
  H: '%H',
  h: '%I',
  I: '%I',
  i: '%M',
  j: '%j',
  k: '%-H',
  l: '%-I',
  M: '%B',
  m: '%m',
  p: '%p',
  r: '%I:%M:%S %p',
  S: '%S',
  s: '%S',
  T: '%H:%M:%S',
  F: '%Y-%m-%d',
  u: '%V',
  v: '%V',
  W: '%A',
  w: '%w',
  Y: '%Y',
  y: '%y',
  '%': '%%',
};

function content(literal: string): string | undefined {
  return /^'(?:[^']|'')*'$/.test(literal) ? literal.slice(1, -1) : undefined;
}

/** `YYYY-MM-DD HH24:MI:SS`, as PostgreSQL, Oracle and Snowflake write it. */
export const oracleFormat: ReadFormat = (literal) => {
  let rest = content(literal);
  if (rest === undefined) return undefined;
  let format = '';
  while (rest !== '') {
    const text: string = rest;
    const part = oracleParts.find(([pattern]) => pattern.test(text));
    const [found = ''] = part?.[0].exec(text) ?? [];
    const quoted = /^"([^"]*)"/.exec(text);
    if (part !== undefined) format += part[1];
    else if (quoted !== null) format += quoted[1];
    else if (/^[A-Za-z]/.test(text)) return undefined;
    else format += text[0] === '%' ? '%%' : text[0];
    rest = text.slice(part !== undefined ? found.length : (quoted?.[0].length ?? 1));
  }
  return `'${format}'`;
};

/** `%Y-%m-%d %H:%i:%s`, as MySQL and ClickHouse write it. */
export const mysqlFormat: ReadFormat = (literal) => {
  const text = content(literal);
  if (text === undefined) return undefined;
  const unknown = [...text.matchAll(/%(.)/g)].some(([, part = '']) => mysqlParts[part] === undefined);
  return unknown ? undefined : `'${text.replace(/%(.)/g, (_, part: string) => mysqlParts[part] ?? '')}'`;
};
