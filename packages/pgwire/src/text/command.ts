import type { StatementText, Word } from './words.ts';

/** What a statement asks of the session; `query` is for the service. */
export type Command =
  | { kind: 'begin' | 'commit' | 'rollback' | 'savepoint' | 'rollback to' | 'nothing'; tag: string }
  | { kind: 'set'; name: string; value: string | null; isLocal: boolean; tag: string }
  | { kind: 'reset all' | 'discard'; tag: string }
  | { kind: 'show'; name: string }
  | { kind: 'deallocate'; name: string | null }
  | { kind: 'declare'; name: string; query: StatementText; isHeld: boolean }
  | { kind: 'fetch'; name: string; count: number; isMove: boolean }
  | { kind: 'close'; name: string | null }
  | { kind: 'copy'; query: StatementText; options: readonly Word[] }
  | { kind: 'query'; tag: string };

/** Reads the first words of a statement. What is not the session's is a query. */
export function commandOf(statement: StatementText): Command {
  const { words } = statement;
  const at = (index: number) => lower(words[index]);
  switch (at(0)) {
    case 'begin':
      return { kind: 'begin', tag: 'BEGIN' };
    case 'start':
      return at(1) === 'transaction' ? { kind: 'begin', tag: 'START TRANSACTION' } : query(words);
    case 'commit':
    case 'end':
      return { kind: 'commit', tag: 'COMMIT' };
    case 'abort':
      return { kind: 'rollback', tag: 'ROLLBACK' };
    case 'rollback': {
      const isTo = words.some((word) => lower(word) === 'to');
      return isTo ? { kind: 'rollback to', tag: 'ROLLBACK' } : { kind: 'rollback', tag: 'ROLLBACK' };
    }
    case 'savepoint':
      return { kind: 'savepoint', tag: 'SAVEPOINT' };
    case 'release':
      return { kind: 'savepoint', tag: 'RELEASE' };
    case 'listen':
    case 'unlisten':
      return { kind: 'nothing', tag: at(0).toUpperCase() };
    case 'discard':
      return { kind: 'discard', tag: `DISCARD ${at(1).toUpperCase()}` };
    case 'set':
      return setting(words) ?? query(words);
    case 'reset':
      return at(1) === 'all'
        ? { kind: 'reset all', tag: 'RESET' }
        : { kind: 'set', name: settingName(words.slice(1)), value: null, isLocal: false, tag: 'RESET' };
    case 'show':
      return words.length === 1 ? query(words) : { kind: 'show', name: settingName(words.slice(1)) };
    case 'deallocate':
      return { kind: 'deallocate', name: named(words, at(1) === 'prepare' ? 2 : 1) };
    case 'declare':
      return declared(statement) ?? query(words);
    case 'fetch':
    case 'move':
      return fetched(words);
    case 'close':
      return { kind: 'close', name: named(words, 1) };
    case 'copy':
      return copied(statement) ?? query(words);
    default:
      return query(words);
  }
}

/** A word in lower case; of other tokens the text. */
function lower(word: Word | undefined): string {
  if (word === undefined) return '';
  return word.kind === 'word' ? word.text.toLowerCase() : word.text;
}

function nameOf(word: Word | undefined): string {
  return lower(word);
}

/** Null for ALL. */
function named(words: readonly Word[], index: number): string | null {
  const word = words[index];
  return word?.kind === 'word' && word.text.toLowerCase() === 'all' ? null : nameOf(word);
}

const readers: ReadonlySet<string> = new Set(['select', 'with', 'from', 'values', 'table', '(']);

function query(words: readonly Word[]): Command {
  const first = lower(words[0]);
  return { kind: 'query', tag: readers.has(first) ? 'SELECT' : first.toUpperCase() };
}

/** `timezone`, `sdq.limit`, `time zone`, `transaction isolation level`. */
function settingName(words: readonly Word[]): string {
  const name = words.map(lower).join(' ').replaceAll(' . ', '.');
  if (name === 'time zone') return 'timezone';
  return name === 'transaction isolation level' ? 'transaction_isolation' : name;
}

function setting(words: readonly Word[]): Command | undefined {
  const scope = lower(words[1]);
  const isLocal = scope === 'local';
  const rest = words.slice(isLocal || (scope === 'session' && words.length > 3) ? 2 : 1);
  const first = lower(rest[0]);
  if (
    first === 'transaction' ||
    first === 'characteristics' ||
    (first === 'session' && lower(rest[1]) === 'characteristics')
  ) {
    return { kind: 'nothing', tag: 'SET' };
  }
  const value = (from: number) => {
    const text = rest
      .slice(from)
      .map(({ text }) => text)
      .join('')
      .replaceAll(',', ', ');
    return text.toLowerCase() === 'default' ? null : text;
  };
  const set = (name: string, from: number): Command => ({
    kind: 'set',
    name,
    value: value(from),
    isLocal,
    tag: 'SET',
  });
  if (first === 'time' && lower(rest[1]) === 'zone') return set('timezone', 2);
  if (first === 'timezone' && !['=', 'to'].includes(lower(rest[1]))) return set('timezone', 1);
  if (first === 'names') return set('client_encoding', 1);
  const sign = rest.findIndex((word) => ['=', 'to'].includes(lower(word)));
  return sign < 1 ? undefined : set(settingName(rest.slice(0, sign)), sign + 1);
}

function declared({ text, start, words }: StatementText): Command | undefined {
  const cursor = words.findIndex((word) => lower(word) === 'cursor');
  const at = words.findIndex((word, index) => index > cursor && lower(word) === 'for');
  const first = words[at + 1];
  if (cursor < 1 || at < 0 || first === undefined) return undefined;
  const held = words.slice(cursor, at).map(lower).join(' ');
  return {
    kind: 'declare',
    name: nameOf(words[1]),
    isHeld: held.includes('with hold'),
    query: part(text, start, words.slice(at + 1), first.start, text.length),
  };
}

function part(text: string, start: number, words: readonly Word[], from: number, to: number): StatementText {
  const own = words.map((word) => ({ ...word, start: word.start - from, end: word.end - from }));
  return { text: text.slice(from, to), start: start + from, words: own };
}

/** `FETCH FORWARD 100 FROM c`, `FETCH ALL c`, `FETCH c`. */
function fetched(words: readonly Word[]): Command {
  const isMove = lower(words[0]) === 'move';
  const own = words
    .slice(1, -1)
    .map(lower)
    .filter((word) => !['from', 'in', 'forward', 'next'].includes(word));
  const [amount] = own;
  const isAll = amount === 'all';
  const count = amount === undefined ? 1 : isAll ? Number.MAX_SAFE_INTEGER : Number(amount);
  return { kind: 'fetch', name: nameOf(words.at(-1)), count, isMove };
}

/** `COPY (SELECT …) TO STDOUT …`, `COPY videos TO STDOUT …`. */
function copied({ text, start, words }: StatementText): Command | undefined {
  const end = closing(words);
  if (end === undefined) return undefined;
  const rest = words.slice(end);
  if (lower(rest[0]) !== 'to' || lower(rest[1]) !== 'stdout') return undefined;
  const inner = words.slice(2, end - 1);
  const [first] = inner;
  const isQuery = lower(words[1]) === '(' && first !== undefined;
  const source = isQuery
    ? part(text, start, inner, first.start, (inner.at(-1) as Word).end)
    : tableOf(text, start, words.slice(1, end));
  return { kind: 'copy', query: source, options: rest.slice(2) };
}

function tableOf(text: string, start: number, words: readonly Word[]): StatementText {
  const open = words.findIndex((word) => word.text === '(');
  const of = (from: readonly Word[]) => text.slice(from[0]?.start ?? 0, from.at(-1)?.end ?? 0);
  const columns = open < 0 ? '*' : of(words.slice(open + 1, -1));
  const table = of(open < 0 ? words : words.slice(0, open));
  return { text: `SELECT ${columns} FROM ${table}`, start, words: [] };
}

/** The index after the query or the table of COPY. */
function closing(words: readonly Word[]): number | undefined {
  let depth = 0;
  for (let index = 1; index < words.length; index++) {
    const text = words[index]?.text;
    if (text === '(') depth++;
    else if (text === ')') depth--;
    if (depth === 0 && lower(words[index + 1]) === 'to') return index + 1;
  }
  return undefined;
}
