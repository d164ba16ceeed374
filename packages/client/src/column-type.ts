/** A type as `columns` of an answer names it, taken apart. */
export type ColumnType =
  | { readonly kind: 'scalar'; readonly name: string }
  | { readonly kind: 'list'; readonly of: ColumnType }
  | { readonly kind: 'struct'; readonly members: readonly (readonly [name: string, type: ColumnType])[] }
  | { readonly kind: 'map'; readonly of: ColumnType };

/** `STRUCT(a BIGINT, "b c" VARCHAR[])[]` as a tree. What it does not know is a scalar of that name. */
export function parseColumnType(text: string): ColumnType {
  const list = /^(.*)\[\d*\]$/s.exec(text);
  if (list !== null) return { kind: 'list', of: parseColumnType(list[1] ?? '') };
  const nested = /^(STRUCT|MAP)\((.*)\)$/s.exec(text);
  if (nested === null) return { kind: 'scalar', name: text };
  const parts = splitOutside(nested[2] ?? '');
  if (nested[1] === 'MAP') return { kind: 'map', of: parseColumnType(parts[1] ?? '') };
  return { kind: 'struct', members: parts.map(memberOf) };
}

function memberOf(part: string): readonly [string, ColumnType] {
  const quoted = /^"((?:[^"]|"")*)" (.*)$/s.exec(part);
  if (quoted !== null) return [(quoted[1] ?? '').replaceAll('""', '"'), parseColumnType(quoted[2] ?? '')];
  const space = part.indexOf(' ');
  return [part.slice(0, space), parseColumnType(part.slice(space + 1))];
}

/** Splits at commas that stand in no parentheses and no quotes. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}
