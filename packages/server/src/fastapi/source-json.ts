/**
 * A JSON parser that preserves the source text of values, since a 422 response quotes invalid values as Python's `json`
 * prints them: 1.0 is not 1, long integers keep their digits, names keep their order.
 */
export type SourceJson = null | boolean | string | SourceNumber | SourceJson[] | Map<string, SourceJson>;

export interface SourceNumber {
  /** The text as written. */
  literal: string;
}

const token = /[ \t\n\r]*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null|[{}[\],:])/y;

/** Parses a text that `JSON.parse` accepts and that does not exceed the maximum depth. */
export function readSourceJson(text: string): SourceJson {
  let at = 0;
  const next = (): string => {
    token.lastIndex = at;
    const found = token.exec(text)?.[1];
    if (found === undefined) throw new Error('this text is not JSON');
    at = token.lastIndex;
    return found;
  };
  const readValue = (first: string): SourceJson => {
    if (first === '{') return readObject();
    if (first === '[') return readList();
    if (first === '-' || /^-?\d/.test(first)) return { literal: first };
    return JSON.parse(first) as null | boolean | string;
  };
  const readObject = () => {
    const members = new Map<string, SourceJson>();
    for (let word = next(); word !== '}'; word = next()) {
      if (word === ',') continue;
      const name = JSON.parse(word) as string;
      next(); // the colon
      members.set(name, readValue(next()));
    }
    return members;
  };
  const readList = () => {
    const items: SourceJson[] = [];
    for (let word = next(); word !== ']'; word = next()) if (word !== ',') items.push(readValue(word));
    return items;
  };
  return readValue(next());
}

/** The value at a path; undefined if there is none. */
export function sourceAt(value: SourceJson, path: readonly (string | number)[]): SourceJson | undefined {
  let found: SourceJson | undefined = value;
  for (const key of path) {
    if (Array.isArray(found)) found = found[Number(key)];
    else if (found instanceof Map) found = found.get(String(key));
    else return undefined;
  }
  return found;
}

/** Prints a value like Python's `json` without blanks. */
export function printSourceJson(value: SourceJson): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printSourceJson).join(',')}]`;
  if (!(value instanceof Map)) return printNumber(value);
  const members = [...value].map(([name, member]) => `${JSON.stringify(name)}:${printSourceJson(member)}`);
  return `{${members.join(',')}}`;
}

/** Whether the number is written without fraction and exponent. */
export function isIntegerLiteral({ literal }: SourceNumber): boolean {
  return !/[.eE]/.test(literal);
}

function printNumber(number: SourceNumber): string {
  if (isIntegerLiteral(number)) return number.literal === '-0' ? '0' : number.literal;
  const value = Number(number.literal);
  if (!Number.isFinite(value)) return 'null'; // too large for a double: JSON has no word for what Python makes of it
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    const digits = String(Math.abs(power)).padStart(2, '0');
    return `${signOf(value)}${mantissa.replace('-', '')}e${power < 0 ? '-' : '+'}${digits}`;
  }
  const text = String(Math.abs(value));
  return signOf(value) + (Number.isInteger(value) ? `${text}.0` : text);
}

function signOf(value: number): string {
  return value < 0 || Object.is(value, -0) ? '-' : '';
}
