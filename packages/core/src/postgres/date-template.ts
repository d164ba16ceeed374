import { sqlString } from '@sdq/duckdb/sql';

/** A part of a template such as `YYYY-MM-DD`: text, or a pattern with its modifiers. */
type Piece =
  | { readonly text: string }
  | { readonly pattern: string; readonly written: string; readonly isFilled: boolean };

/** Longer spellings first. */
const patterns = [
  'HH24',
  'HH12',
  'IYYY',
  'YYYY',
  'MONTH',
  'DDD',
  'DAY',
  'MON',
  'YY',
  'MM',
  'MI',
  'MS',
  'DD',
  'DY',
  'HH',
  'SS',
  'US',
  'IW',
  'ID',
  'AM',
  'PM',
  'Q',
  'D',
] as const;

/** The pieces of a template; undefined where it has a pattern that is not known here. */
function piecesOf(template: string): Piece[] | undefined {
  const pieces: Piece[] = [];
  for (let rest = template; rest !== ''; ) {
    const [quoted, inner = ''] = /^"([^"]*)"/.exec(rest) ?? [];
    if (quoted !== undefined) {
      pieces.push({ text: inner });
      rest = rest.slice(quoted.length);
      continue;
    }
    const fill = /^FM/i.test(rest) ? 2 : 0;
    const at = rest.slice(fill).toUpperCase();
    const pattern = patterns.find((each) => at.startsWith(each));
    if (pattern !== undefined) {
      const end = fill + pattern.length;
      // an ordinal number, "1st"
      if (/^th/i.test(rest.slice(end))) return undefined;
      pieces.push({ pattern, written: rest.slice(fill, end), isFilled: fill === 0 });
      rest = rest.slice(end);
      continue;
    }
    const [first = ''] = rest;
    if (/[\p{L}\p{N}"\\]/u.test(first)) return undefined;
    pieces.push({ text: first });
    rest = rest.slice(1);
  }
  return pieces;
}

/** What strftime and strptime name alike. */
const numbers: Readonly<Record<string, string>> = {
  YYYY: '%Y',
  YY: '%y',
  MM: '%m',
  DD: '%d',
  HH24: '%H',
  HH12: '%I',
  HH: '%I',
  MI: '%M',
  SS: '%S',
  MS: '%g',
  US: '%f',
  DDD: '%j',
  IYYY: '%G',
  IW: '%V',
};

/** Those that `FM` writes without zeros before them. */
const unfilled = new Set(['MM', 'DD', 'HH24', 'HH12', 'HH', 'MI', 'SS']);

/** A name in the letters of its pattern: `Mon`, `MON`, `mon`. */
function inLettersOf(written: string, sql: string): string {
  if (written === written.toUpperCase()) return `upper(${sql})`;
  return written === written.toLowerCase() ? `lower(${sql})` : sql;
}

function nameOf({ pattern, written, isFilled }: Exclude<Piece, { text: string }>, value: string) {
  const format = { MONTH: '%B', MON: '%b', DAY: '%A', DY: '%a' }[pattern];
  if (format === undefined) return undefined;
  const name = inLettersOf(written, `strftime(${value}, '${format}')`);
  return isFilled && (pattern === 'MONTH' || pattern === 'DAY') ? `rpad(${name}, 9, ' ')` : name;
}

const computed: Readonly<Record<string, (value: string) => string>> = {
  Q: (value) => `CAST(quarter(${value}) AS VARCHAR)`,
  D: (value) => `CAST(dayofweek(${value}) + 1 AS VARCHAR)`,
  ID: (value) => `CAST(isodow(${value}) AS VARCHAR)`,
};

/** `to_char` of a date or a time, as SQL of DuckDB; undefined for a template whose meaning DuckDB does not have. */
export function writtenBy(template: string, value: string): string | undefined {
  const pieces = piecesOf(template);
  if (pieces === undefined || !pieces.some((piece) => 'pattern' in piece)) return undefined;
  const parts: string[] = [];
  let format = '';
  const close = () => {
    if (format !== '') parts.push(`strftime(${value}, ${sqlString(format)})`);
    format = '';
  };
  for (const piece of pieces) {
    if ('text' in piece) {
      format += piece.text.replaceAll('%', '%%');
      continue;
    }
    const { pattern, written, isFilled } = piece;
    const number = numbers[pattern];
    if (number !== undefined) {
      if (!isFilled && !unfilled.has(pattern)) return undefined;
      format += isFilled ? number : number.replace('%', '%-');
      continue;
    }
    if (pattern === 'AM' || pattern === 'PM') {
      if (written === 'AM' || written === 'PM') {
        format += '%p';
        continue;
      }
      if (written !== written.toLowerCase()) return undefined;
    }
    close();
    const sql =
      pattern === 'AM' || pattern === 'PM'
        ? `lower(strftime(${value}, '%p'))`
        : (nameOf(piece, value) ?? computed[pattern]?.(value));
    if (sql === undefined) return undefined;
    parts.push(sql);
  }
  close();
  return parts.length === 1 ? parts[0] : `(${parts.join(' || ')})`;
}

const digits: Readonly<Record<string, number>> = {
  YYYY: 4,
  MM: 2,
  DD: 2,
  HH24: 2,
  MI: 2,
  SS: 2,
  MS: 3,
  US: 6,
};

/** The format of strptime for a template; undefined where the two could read different values. */
export function readFormat(template: string): string | undefined {
  const pieces = piecesOf(template);
  if (pieces === undefined) return undefined;
  const parts = pieces.map((piece) => {
    if ('text' in piece) return piece.text.replaceAll('%', '%%');
    return digits[piece.pattern] === undefined || !piece.isFilled ? undefined : numbers[piece.pattern];
  });
  return parts.includes(undefined) || !parts.includes('%Y') ? undefined : parts.join('');
}

/** A time as a template says, `2026-03-01 00:00:00.000000`; undefined for a text that is not written exactly so. */
export function readTime(template: string, text: string): string | undefined {
  const pieces = piecesOf(template);
  if (pieces === undefined) return undefined;
  const found = new Map<string, string>();
  let rest = text;
  for (const piece of pieces) {
    const length = 'text' in piece ? piece.text.length : (digits[piece.pattern] ?? 0);
    const taken = rest.slice(0, length);
    if ('text' in piece ? taken !== piece.text : length === 0 || !/^\d+$/.test(taken)) return undefined;
    if (taken.length !== length || ('pattern' in piece && found.has(piece.pattern))) return undefined;
    if ('pattern' in piece) found.set(piece.pattern, taken);
    rest = rest.slice(length);
  }
  const of = (pattern: string, otherwise: string) => found.get(pattern) ?? otherwise;
  if (rest !== '' || !found.has('YYYY') || (found.has('MS') && found.has('US'))) return undefined;
  const date = `${of('YYYY', '')}-${of('MM', '01')}-${of('DD', '01')}`;
  const time = `${of('HH24', '00')}:${of('MI', '00')}:${of('SS', '00')}`;
  const micros = found.get('US') ?? `${of('MS', '000')}000`;
  const read = new Date(`${date}T${time}Z`);
  const isTime = !Number.isNaN(read.getTime()) && read.toISOString() === `${date}T${time}.000Z`;
  return isTime && date >= '0001' ? `${date} ${time}.${micros}` : undefined;
}
