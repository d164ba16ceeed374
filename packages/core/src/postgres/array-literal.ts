import { sqlString } from '@sdq/duckdb/sql';

const elementsMax = 10_000;

/** `{a,"b c",NULL}` as a list of texts in SQL; undefined for another text, and for arrays of arrays. */
export function listOf(literal: string): string | undefined {
  const body = /^\s*\{(.*)\}\s*$/s.exec(literal)?.[1];
  if (body === undefined) return undefined;
  if (body.trim() === '') return '[]';
  const items: string[] = [];
  const item = /(?:\s*"((?:[^"\\]|\\.)*)"\s*|([^",{}\\]*))(,|$)/gsy;
  for (let at = 0; at <= body.length; ) {
    item.lastIndex = at;
    const match = item.exec(body);
    if (match === null || items.length >= elementsMax) return undefined;
    const [, quoted, written = '', separator] = match;
    const plain = written.trim();
    if (quoted === undefined && plain === '') return undefined;
    const isNull = quoted === undefined && /^null$/i.test(plain);
    items.push(isNull ? 'NULL' : sqlString(quoted?.replace(/\\(.)/gs, '$1') ?? plain));
    if (separator === '') break;
    at = item.lastIndex;
  }
  return `[${items.join(', ')}]`;
}

/** The parts of a name such as `main."Videos"`, as `parse_ident` reads it; undefined for a text that is no name. */
export function partsOfName(name: string): string[] | undefined {
  const parts: string[] = [];
  const part = /\s*(?:"((?:[^"]|"")+)"|([\p{L}_][\p{L}\p{N}_$]*))\s*(\.|$)/gsuy;
  for (let at = 0; at <= name.length; ) {
    part.lastIndex = at;
    const match = part.exec(name);
    if (match === null) return undefined;
    const [, quoted, plain = '', separator] = match;
    parts.push(quoted?.replaceAll('""', '"') ?? plain.toLowerCase());
    if (separator === '') return parts;
    at = part.lastIndex;
  }
  return undefined;
}
