import { type Decimal, type Interval, Members, type Value } from './arrow-values.ts';
import { writeDate, writeInterval, writeTime, writeTimestamp } from './times.ts';

/** Digits that a double keeps. */
const exactDigits = 15;

/** A nested value as JSON text, its parts as in JSON results. `type`: the type as DuckDB writes it. */
export function jsonText(value: Value, type: string): string {
  if (value === null) return 'null';
  if (value instanceof Members) return objectText(value, type);
  if (Array.isArray(value)) return listText(value as readonly Value[], type);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && type !== 'DATE') return Number.isFinite(value) ? String(value) : 'null';
  if (value instanceof Uint8Array) {
    return JSON.stringify(
      type === 'BLOB' ? Buffer.from(value).toString('base64') : Buffer.from(value).toString(),
    );
  }
  const text = plainText(value as number | bigint | Interval | Decimal, type);
  return isNumber(value, text) ? text : JSON.stringify(text);
}

function isNumber(value: Value, text: string): boolean {
  if (typeof value === 'bigint') return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text));
  return (
    typeof value === 'object' &&
    value !== null &&
    'scale' in value &&
    text.replace(/\D/g, '').length <= exactDigits
  );
}

function plainText(value: number | bigint | Interval | Decimal, type: string): string {
  if (typeof value === 'number') return writeDate(value);
  if (typeof value === 'object') return 'scale' in value ? decimalText(value) : writeInterval(value);
  if (/^TIMESTAMP\b/.test(type)) return isoText(writeTimestamp(value, ''));
  return type.startsWith('TIME') ? writeTime(value) : String(value);
}

function isoText(text: string): string {
  return text.endsWith('infinity') ? text : `${text.replace(' ', 'T')}Z`;
}

/** `-12.50` of the digits -1250 and scale 2. */
export function decimalText({ digits, scale }: Decimal): string {
  if (scale === 0) return String(digits);
  const sign = digits < 0n ? '-' : '';
  const plain = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  return `${sign}${plain.slice(0, -scale)}.${plain.slice(-scale)}`;
}

function listText(values: readonly Value[], type: string): string {
  if (/^MAP\(/.test(type) && !type.endsWith(']')) return mapText(values, type);
  const element = type.replace(/\[\d*\]$/, '');
  return `[${values.map((each) => jsonText(each, element)).join(',')}]`;
}

function mapText(entries: readonly Value[], type: string): string {
  const [keyType = '', valueType = ''] = membersOf(type.slice(4, -1));
  const texts = entries.map((entry) => {
    const [key, value] = entry instanceof Members ? entry.entries : [];
    const name = jsonText(key?.[1] ?? null, keyType);
    return `${name.startsWith('"') ? name : JSON.stringify(name)}:${jsonText(value?.[1] ?? null, valueType)}`;
  });
  return `{${texts.join(',')}}`;
}

function objectText({ entries }: Members, type: string): string {
  const types = membersOf(type.replace(/^STRUCT\((.*)\)$/s, '$1'));
  const isNamed = types.some((member) => nameOf(member) !== undefined);
  const texts = entries.map(([name, value], index) => {
    const member = types[index] ?? '';
    const own = nameOf(member);
    const text = jsonText(value, own === undefined ? member : member.slice(own.length).trim());
    return isNamed ? `${JSON.stringify(name)}:${text}` : text;
  });
  return isNamed ? `{${texts.join(',')}}` : `[${texts.join(',')}]`;
}

/** The name before a member's type, quoted or not; undefined where the member is a type alone. */
function nameOf(member: string): string | undefined {
  const [, name] = /^("(?:[^"]|"")*"|\w+)\s+\S/.exec(member) ?? [];
  return name === undefined || /^(?:TIME|TIMESTAMP)$/.test(name) ? undefined : name;
}

/** The parts between commas that no bracket or quote encloses. */
function membersOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '(') depth++;
    else if (letter === ')') depth--;
    else if (letter === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}
