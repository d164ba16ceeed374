import type { PostgresType } from '@sdq/core';
import { sentType, typeNamed, typeOfOid } from '../formats/column-type.ts';
import type { Word } from './words.ts';

const comparisons = new Set(['=', '<>', '!=', '<', '<=', '>', '>=']);
const bigintOid = 20;

/**
 * The types of the parameters of a statement: those that the client gave, a cast in the text, a number after LIMIT and
 * OFFSET, the column beside a comparison; text for the rest.
 */
export function parameterTypes(
  words: readonly Word[],
  given: readonly number[],
  typeOfColumn: (name: string) => string | undefined,
): PostgresType[] {
  const count = Math.max(
    given.length,
    ...words.filter(({ kind }) => kind === 'parameter').map(({ text }) => Number(text.slice(1))),
  );
  const types = Array.from({ length: Math.min(count, 1_000) }, (_, index) =>
    given[index] ? typeOfOid(given[index]) : undefined,
  );
  words.forEach((word, index) => {
    if (word.kind !== 'parameter') return;
    const at = Number(word.text.slice(1)) - 1;
    types[at] ??=
      castOf(words, index) ??
      limitOf(words, index) ??
      elementOf(words, index, typeOfColumn) ??
      comparedWith(words, index, typeOfColumn);
  });
  return types.map((type) => type ?? typeOfOid(0));
}

function castOf(words: readonly Word[], index: number): PostgresType | undefined {
  const sign = words[index + 1]?.text.toLowerCase();
  if (sign !== '::' && sign !== 'as') return undefined;
  const rest = words.slice(index + 2, index + 9).map(({ text }) => text.toLowerCase());
  for (let length = 5; length > 0; length--) {
    const type = typeNamed(rest.slice(0, length).join(' '));
    if (type === undefined) continue;
    const isArray = rest[length] === '[' && rest[length + 1] === ']';
    return isArray ? typeOfOid(type.arrayOid) : type;
  }
  return undefined;
}

function limitOf(words: readonly Word[], index: number): PostgresType | undefined {
  return /^(?:limit|offset)$/i.test(words[index - 1]?.text ?? '') ? typeOfOid(bigintOid) : undefined;
}

/** `author = ANY($1)`: an array of the column's type. */
function elementOf(
  words: readonly Word[],
  index: number,
  typeOfColumn: (name: string) => string | undefined,
): PostgresType | undefined {
  const isQuantified =
    words[index - 1]?.text === '(' && /^(?:any|all|some)$/i.test(words[index - 2]?.text ?? '');
  if (!isQuantified || !comparisons.has(words[index - 3]?.text ?? '')) return undefined;
  const type = typeOfColumn(words[index - 4]?.text.toLowerCase() ?? '');
  return typeOfOid((type === undefined ? typeOfOid(0) : sentType(type)).arrayOid);
}

/** `play_count > $1`, `$1 <= v.play_count`, `play_count BETWEEN $1 AND $2`. */
function comparedWith(
  words: readonly Word[],
  index: number,
  typeOfColumn: (name: string) => string | undefined,
): PostgresType | undefined {
  const before = words[index - 1]?.text.toLowerCase() ?? '';
  const after = words[index + 1]?.text ?? '';
  const isName = (word: Word | undefined) => word?.kind === 'word' || word?.kind === 'name';
  let column: Word | undefined;
  if (comparisons.has(before) || before === 'between') column = words[index - 2];
  else if (before === 'and' && words[index - 3]?.text.toLowerCase() === 'between') column = words[index - 4];
  else if (comparisons.has(after)) {
    column = words[index + 2];
    for (let at = index + 3; words[at]?.text === '.' && isName(words[at + 1]); at += 2)
      column = words[at + 1];
  }
  const type = isName(column) ? typeOfColumn((column as Word).text.toLowerCase()) : undefined;
  return type === undefined ? undefined : sentType(type);
}
