import { builtInCatalog } from '@sdq/catalog';
import { bracketStep, type Token, tokenize } from '../../packages/core/src/syntax/tokens.ts';

/** A token, or what stands between two brackets; `isApart` where a blank stands in front. */
type Part =
  | {
      readonly text: string;
      readonly isApart: boolean;
      readonly inside?: undefined;
      readonly close?: undefined;
    }
  | {
      readonly text: string;
      readonly isApart: boolean;
      readonly inside: readonly Part[];
      readonly close: string;
    };

const widthMax = 110;
/** Longer lists of plain columns are cut to two. */
const columnsMax = 6;
const clauses = new Set(['from', 'where', 'group', 'having', 'qualify', 'order', 'join']);
const joins = new Set([
  'inner',
  'left',
  'right',
  'full',
  'outer',
  'semi',
  'anti',
  'asof',
  'positional',
  'cross',
]);
const computed = new Set(
  builtInCatalog.tables.flatMap(({ columns }) =>
    columns.filter(({ expression }) => expression !== undefined).map(({ name }) => name),
  ),
);

/**
 * A statement for people to read: on one line where it fits, else a line for each clause, subqueries set in. Plain
 * names lose their quotes; of long lists of columns two are shown, and of computed columns the name.
 */
export function formatSql(text: string): string {
  return query(folded(read(text, tokenize(text).tokens)), '').trim();
}

function read(text: string, tokens: readonly Token[]): Part[] {
  const stack: { parts: Part[]; open: string; isApart: boolean }[] = [
    { parts: [], open: '', isApart: false },
  ];
  let before = 0;
  for (const token of tokens) {
    const raw = text.slice(token.start, token.end);
    const isPlain = token.kind === 'quotedName' && /^"[a-z_][a-z0-9_]*"$/.test(raw);
    const isApart = token.start > before;
    before = token.end;
    const step = bracketStep(text, token);
    const level = stack.at(-1);
    if (step === 1) stack.push({ parts: [], open: raw, isApart });
    else if (step === -1 && level !== undefined && stack.length > 1) {
      stack.pop();
      stack.at(-1)?.parts.push({ text: level.open, isApart: level.isApart, inside: level.parts, close: raw });
    } else level?.parts.push({ text: isPlain ? raw.slice(1, -1) : raw, isApart });
  }
  return stack[0]?.parts ?? [];
}

const isWord = (part: Part | undefined, ...words: readonly string[]) =>
  part !== undefined && part.inside === undefined && words.includes(part.text.toLowerCase());

const isQuery = ([first]: readonly Part[]) => isWord(first, 'select', 'from', 'with');

/** Long runs of columns in select lists become two of them and a count. */
function folded(parts: readonly Part[]): Part[] {
  const inner = parts.map((part) =>
    part.inside === undefined
      ? part
      : { ...part, inside: part.text === '[' ? foldedNumbers(part.inside) : folded(part.inside) },
  );
  const kept: Part[] = [];
  for (let at = 0; at < inner.length; ) {
    const part = inner[at] as Part;
    kept.push(part);
    at++;
    if (!isWord(part, 'select')) continue;
    const length = inner.slice(at).findIndex((each) => isWord(each, 'from', 'where', 'union'));
    const end = length < 0 ? inner.length : at + length;
    kept.push(...foldedList(inner.slice(at, end)));
    at = end;
  }
  return kept;
}

function foldedNumbers(list: readonly Part[]): Part[] {
  const numbers = list.filter(({ text }) => /^\d+$/.test(text));
  return numbers.length > columnsMax
    ? [{ text: `/* ${numbers.length} numbers */`, isApart: false }]
    : [...list];
}

function foldedList(list: readonly Part[]): Part[] {
  const items: Part[][] = [[]];
  for (const part of list) {
    if (part.inside === undefined && part.text === ',') items.push([]);
    else items.at(-1)?.push(part);
  }
  const columns = items.filter(isColumn);
  const others = items.filter((item) => !isColumn(item));
  const more = { text: `/* and ${columns.length - 2} columns more */`, isApart: true };
  const shown =
    columns.length > columnsMax ? [columns[0] ?? [], [...(columns[1] ?? []), more], ...others] : items;
  return shown.flatMap((item, index) => [...(index === 0 ? [] : [comma]), ...shortened(item)]);
}

const comma: Part = { text: ',', isApart: false };

/** A name; `NULL::… AS name`; or a column that the catalogue computes. */
function isColumn(item: readonly Part[]): boolean {
  const [first, second] = item;
  if (first === undefined) return false;
  if (second === undefined) return first.inside === undefined && /^[a-z][a-z_]*$/.test(first.text);
  return (isWord(first, 'null') && second.text === '::') || isComputed(item);
}

function isComputed(item: readonly Part[]): boolean {
  return isWord(item.at(-2), 'as') && computed.has(item.at(-1)?.text ?? '') && item.length > 3;
}

function shortened(item: readonly Part[]): readonly Part[] {
  return isComputed(item) ? [{ text: "'…'", isApart: true }, ...item.slice(-2)] : item;
}

/** All on one line. */
function flat(parts: readonly Part[]): string {
  return parts
    .map((part, index) => {
      const own = part.inside === undefined ? part.text : `${part.text}${flat(part.inside)}${part.close}`;
      return `${part.isApart && index > 0 ? ' ' : ''}${own}`;
    })
    .join('');
}

function query(parts: readonly Part[], indent: string): string {
  const whole = flat(parts);
  if (indent.length + whole.length <= widthMax) return indent + whole;
  const arms = cut(
    parts,
    (part, before) => isWord(part, 'union') || (isWord(part, 'select') && isWord(before, 'all')),
  );
  if (arms.length > 1) return arms.map((arm) => query(arm, indent)).join('\n');
  return cut(parts, startsClause)
    .map((clause) => broken(clause, indent))
    .join('\n');
}

function startsClause(part: Part, before: Part | undefined): boolean {
  if (isWord(part, 'select')) return before !== undefined;
  if (isWord(part, ...joins)) return !isWord(before, ...joins);
  if (isWord(part, 'from') && isWord(before, 'distinct')) return false;
  return isWord(part, ...clauses) && !(isWord(part, 'join') && isWord(before, ...joins));
}

/** A clause whose brackets are opened out as far as they must. */
function broken(clause: readonly Part[], indent: string): string {
  if (indent.length + flat(clause).length <= widthMax) return indent + flat(clause);
  let isBetween = false;
  const conditions = cut(clause, (part) => {
    if (isWord(part, 'between')) isBetween = true;
    if (!isWord(part, 'and', 'or')) return false;
    const isRange = isBetween && isWord(part, 'and');
    if (isRange) isBetween = false;
    return !isRange;
  });
  return conditions
    .map((condition, index) => opened(condition, index === 0 ? indent : `${indent}  `))
    .join('\n');
}

/** Items of a list fill lines; where one has no room on a line of its own, its brackets are opened. */
function opened(parts: readonly Part[], indent: string): string {
  if (indent.length + flat(parts).length <= widthMax) return indent + flat(parts);
  const items = cut(parts, (_, before) => isWord(before, ','));
  return items.reduce((text, item) => {
    const own = flat(item);
    if (text !== '' && columnOf(text) + 1 + own.length <= widthMax) return `${text} ${own}`;
    const inner = text === '' ? indent : `${indent}  `;
    return `${text}${text === '' ? '' : '\n'}${openedItem(item, inner)}`;
  }, '');
}

function openedItem(parts: readonly Part[], indent: string): string {
  if (indent.length + flat(parts).length <= widthMax) return indent + flat(parts);
  let text = indent;
  for (const [index, part] of parts.entries()) {
    const gap = part.isApart && index > 0 ? ' ' : '';
    const own = gap + flat([part]);
    if (part.inside === undefined || columnOf(text) + own.length <= widthMax) text += own;
    else if (isQuery(part.inside)) text += `${gap}(\n${query(part.inside, `${indent}  `)}\n${indent})`;
    else text += `${gap}${part.text}${opened(part.inside, `${indent}  `).trimStart()}${part.close}`;
  }
  return text;
}

/** Where the last line ends. */
function columnOf(text: string): number {
  return text.length - (text.lastIndexOf('\n') + 1);
}

function cut(parts: readonly Part[], isBegin: (part: Part, before: Part | undefined) => boolean): Part[][] {
  const pieces: Part[][] = [];
  for (const [index, part] of parts.entries()) {
    if (pieces.length === 0 || isBegin(part, parts[index - 1])) pieces.push([part]);
    else pieces.at(-1)?.push(part);
  }
  return pieces;
}
