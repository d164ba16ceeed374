import type { Expression } from '../../syntax/ast.ts';
import { type ConstantScope, readText } from '../constants/instants.ts';
import type { ColumnMeant } from './column-meant.ts';
import { conjuncts, type Filter, type RequiredRun, type TextTest } from './filter.ts';

/** Minimum length of a run: shorter ones are in too many words. */
const runLengthMin = 3;
const wordCharacters = /[\p{L}\p{N}]+/gu;

/** What a condition requires of a text, in any column. */
type Asked = Omit<TextTest, 'kind' | 'column'>;

/** The conjuncts that search a text for certain words or parts of words. */
export function textTests(filter: Filter, column: string): TextTest[] {
  return conjuncts(filter).filter(
    (test): test is TextTest => test.kind === 'text' && test.column === column && test.runs.length > 0,
  );
}

/** Reads LIKE, ILIKE, `contains`, `starts_with`, `ends_with` and regular expressions; undefined for another condition. */
export function readTextTest(
  condition: Expression,
  column: ColumnMeant,
  scope: ConstantScope,
): TextTest | undefined {
  if (condition.class !== 'FUNCTION') return undefined;
  const [subject, asked, more, further] = condition.children;
  if (subject === undefined || asked === undefined || further !== undefined) return undefined;
  const text = readText(asked, scope);
  const options = more === undefined ? '' : readText(more, scope);
  if (text === undefined || options === undefined) return undefined;
  const lowered = loweredColumn(subject, column);
  const meant = lowered ?? column(subject);
  if (meant?.role !== 'text') return undefined;
  const name = condition.function_name.toLowerCase();
  const found = isRegexp.test(name)
    ? regexpAsked(text, options)
    : more === undefined
      ? whatIsAsked(name, text, lowered !== undefined)
      : undefined;
  return found && { kind: 'text', column: meant.name, ...found };
}

const isRegexp = /^regexp_(?:matches|full_match)$/;

/** Options are those of the call, and those that a pattern begins with: `(?i)`. */
function regexpAsked(pattern: string, options: string): Asked | undefined {
  const [before = '', own = ''] = /^\(\?([is]+)\)/.exec(pattern) ?? [];
  // others, such as `l` for a literal pattern, change what a pattern says
  if (!/^[cis]*$/.test(options)) return undefined;
  const foldsCase = `${options}${own}`.includes('i');
  return { runs: regexpRuns(pattern.slice(before.length), foldsCase), passing: undefined, isExact: false };
}

function whatIsAsked(name: string, text: string, isLower: boolean): Asked | undefined {
  // A pattern with capitals matches no lower-case text.
  const canPass = !isLower || isLowerCase(text);
  switch (name) {
    case '~~':
      return likeCondition(text, canPass, isLower && canPass);
    case '~~*':
      return likeCondition(text, canPass, canPass);
    case 'contains':
      return containing(text, canPass, isLower && canPass);
    case 'starts_with':
    case 'prefix':
    case '^@':
    case 'ends_with':
    case 'suffix':
      return { runs: runsOf([text]), passing: canPass ? text : undefined, isExact: false };
    default:
      return undefined;
  }
}

function loweredColumn(expression: Expression, column: ColumnMeant): ReturnType<ColumnMeant> {
  if (expression.class !== 'FUNCTION' || !/^(lower|lcase)$/i.test(expression.function_name)) return undefined;
  const [child, more] = expression.children;
  return child === undefined || more !== undefined ? undefined : column(child);
}

/** A pattern's literal parts, between its wildcards. */
function likeCondition(pattern: string, canPass: boolean, foldsCase: boolean): Asked {
  const inner = /^%[^%_]*%$/.test(pattern) ? pattern.slice(1, -1) : undefined;
  if (inner !== undefined) return containing(inner, canPass, foldsCase);
  const passing = canPass ? pattern.replaceAll('%', '').replaceAll('_', 'a') : undefined;
  return { runs: runsOf(pattern.split(/[%_]/)), passing, isExact: false };
}

/** In a case-insensitive search for a single run, the rows that contain the run are the rows that pass. */
function containing(text: string, canPass: boolean, foldsCase: boolean): Asked {
  return {
    runs: runsOf([text]),
    passing: canPass ? text : undefined,
    isExact: foldsCase && isPlain(lowerOf(text)),
  };
}

function isLowerCase(text: string): boolean {
  return lowerOf(text) === text;
}

function runsOf(parts: readonly string[]): RequiredRun[] {
  return parts.flatMap((part) => {
    const lower = lowerOf(part);
    return [...lower.matchAll(wordCharacters)]
      .map(({ 0: run, index }) => ({
        run,
        beginsWord: index > 0,
        endsWord: index + run.length < lower.length,
      }))
      .filter(({ run }) => [...run].length >= runLengthMin && isPlain(run));
  });
}

/** Case is folded only for ASCII: for other letters, case tables of two programs might differ. */
function isPlain(run: string): boolean {
  return /^[a-z0-9]+$/.test(run);
}

function lowerOf(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Letters that other characters than their capitals match where case is folded: U+017F is an s, U+212A a k. */
const foldedBeyondAscii = /[ks]/i;

/**
 * Runs that every match of a regular expression holds. Only plain sequences are understood: literal letters and
 * digits, `\b`, `\s`, `.`, and quantifiers; anything else, such as groups, sets or `|`, ends what is known.
 */
function regexpRuns(pattern: string, foldsCase: boolean): RequiredRun[] {
  // `|` or `(` anywhere, or further flags, may make parts of the pattern optional.
  if (/[|()[\]{}]/.test(pattern)) return [];
  const runs: RequiredRun[] = [];
  let run = '';
  const end = () => {
    if (run.length >= runLengthMin) runs.push({ run: lowerOf(run), beginsWord: false, endsWord: false });
    run = '';
  };
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? '';
    const next = pattern[at + 1] ?? '';
    if (character === '\\') {
      end();
      at++; // an escape is not part of a run
      // Escapes with arguments (\x41, \p{L}, \Q…\E) would need further parsing.
      if (!/[bBsSdDwW.]/.test(next)) return [];
    } else if (foldsCase && foldedBeyondAscii.test(character)) end();
    else if (/[A-Za-z0-9]/.test(character)) {
      if (/[*?]/.test(next)) end();
      else run += character;
      if (next === '+') end();
    } else end();
  }
  end();
  return runs.filter(({ run: found }) => isPlain(found));
}
