import type { Expression } from '../../syntax/ast.ts';
import { type ConstantScope, readText } from '../instants.ts';
import type { BoundReference } from '../rule.ts';
import { columnTest, conjuncts, whereApplies } from './where-applies.ts';

/** What a lower-case description must hold: a run of letters and digits, perhaps as the begin or end of a word. */
export interface RequiredRun {
  readonly run: string;
  /** Whether a word begins, or ends, with the run: what stands beside it is known not to be of a word. */
  readonly beginsWord: boolean;
  readonly endsWord: boolean;
}

export interface TextCondition {
  /** All of them are in the description of every row that passes. Never empty. */
  readonly runs: readonly RequiredRun[];
  /** A text that passes the condition; undefined where none is known. */
  readonly passing: string | undefined;
  /** Whether every row that holds the one run passes. */
  readonly isExact: boolean;
}

/** Shorter runs are in too many words. */
const runLengthMin = 3;
const wordCharacters = /[\p{L}\p{N}]+/gu;

/** The conditions among WHERE's conjuncts that ask the description for certain words or parts of them. */
export function textConditions(reference: BoundReference, scope: ConstantScope): TextCondition[] {
  const { select, node } = reference;
  if (!whereApplies(select, node)) return [];
  const isColumn = columnTest(select, node, 'description');
  return conjuncts(select.where_clause).flatMap((condition) => {
    const found = textCondition(condition, isColumn, scope);
    return found === undefined || found.runs.length === 0 ? [] : [found];
  });
}

type IsColumn = (expression: Expression) => boolean;

function textCondition(
  condition: Expression,
  isColumn: IsColumn,
  scope: ConstantScope,
): TextCondition | undefined {
  if (condition.class !== 'FUNCTION') return undefined;
  const [subject, asked, more] = condition.children;
  if (subject === undefined || asked === undefined) return undefined;
  const text = readText(asked, scope);
  if (text === undefined) return undefined;
  const isLower = isLowered(subject, isColumn);
  if (!isLower && !isColumn(subject)) return undefined;
  const name = condition.function_name.toLowerCase();
  if (name === 'regexp_matches' || name === 'regexp_full_match') {
    return more === undefined ? { runs: regexpRuns(text), passing: undefined, isExact: false } : undefined;
  }
  if (more !== undefined) return undefined;
  // A text of capitals is in no lower-case one.
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

function isLowered(expression: Expression, isColumn: IsColumn): boolean {
  if (expression.class !== 'FUNCTION' || !/^(lower|lcase)$/i.test(expression.function_name)) return false;
  const [child, more] = expression.children;
  return child !== undefined && more === undefined && isColumn(child);
}

/** A pattern's literal parts, between its wildcards. */
function likeCondition(pattern: string, canPass: boolean, foldsCase: boolean): TextCondition {
  const inner = /^%[^%_]*%$/.test(pattern) ? pattern.slice(1, -1) : undefined;
  if (inner !== undefined) return containing(inner, canPass, foldsCase);
  const passing = canPass ? pattern.replaceAll('%', '').replaceAll('_', 'a') : undefined;
  return { runs: runsOf(pattern.split(/[%_]/)), passing, isExact: false };
}

/** Where case does not matter and the text is one run, the rows that hold the run are the rows that pass. */
function containing(text: string, canPass: boolean, foldsCase: boolean): TextCondition {
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

/** Case is folded here for ASCII alone: where other letters have cases, tables of two programs might differ. */
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
  // `|` or `(` anywhere, or flags, make parts of the pattern optional.
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
      at++; // an escape is no letter of a run
      // Escapes with arguments (\x41, \p{L}, \Q…\E) would have to be read on.
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
