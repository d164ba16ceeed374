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
  const [subject, asked, more] = condition.children;
  if (subject === undefined || asked === undefined) return undefined;
  const text = readText(asked, scope);
  if (text === undefined) return undefined;
  const lowered = loweredColumn(subject, column);
  const meant = lowered ?? column(subject);
  if (meant?.role !== 'text') return undefined;
  const name = condition.function_name.toLowerCase();
  const found = whatIsAsked(name, text, lowered !== undefined, more !== undefined);
  return found && { kind: 'text', column: meant.name, ...found };
}

function whatIsAsked(name: string, text: string, isLower: boolean, hasMore: boolean): Asked | undefined {
  if (hasMore) return undefined;
  // A pattern with capitals matches no lower-case text.
  const canPass = !isLower || isLowerCase(text);
  switch (name) {
    case 'regexp_matches':
    case 'regexp_full_match':
      return { runs: regexpRuns(text), passing: undefined, isExact: false };
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

/**
 * Runs that every match of a regular expression holds. Only plain sequences are understood: literal letters and
 * digits, `\b`, `\s`, `.`, and quantifiers; anything else, such as groups, sets or `|`, ends what is known.
 */
function regexpRuns(pattern: string): RequiredRun[] {
  // `|` or `(` anywhere, or flags, may make parts of the pattern optional.
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
    } else if (/[A-Za-z0-9]/.test(character)) {
      if (/[*?]/.test(next)) end();
      else run += character;
      if (next === '+') end();
    } else end();
  }
  end();
  return runs.filter(({ run: found }) => isPlain(found));
}
