import { refuse } from '../refusal.ts';
import { argument, text, textConstant, type Value, value } from '../sql/value.ts';
import { inCase } from './texts.ts';
import { type Call, exact, type Translations } from './translation.ts';

const ascii = { test: (content: string) => [...content].every((sign) => sign < '\u0080') };

/** A LIKE pattern in which a backslash escapes. */
function likePattern(pattern: string, escapeSign: string): string {
  let written = '';
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at] ?? '';
    if (escapeSign !== '' && sign === escapeSign) {
      at += 1;
      const next = pattern[at];
      if (next === undefined) refuse('a LIKE pattern that ends in its escape character');
      written += /[%_\\]/.test(next ?? '') ? `\\${next}` : next;
    } else written += sign === '\\' ? '\\\\' : sign;
  }
  return written;
}

/** The characters that DuckDB maps to ASCII letters: enough to search for ASCII without case. */
function asciiFolded(sql: string, { caseMaps }: Call): string {
  const { from, to } = caseMaps.lower;
  const target = [...to];
  const pairs = [...from].flatMap((sign, at) => {
    const small = target[at] ?? '';
    return ascii.test(small) ? [[sign, small] as const] : [];
  });
  const [signs, smalls] = [0, 1].map((at) => pairs.map((pair) => pair[at as 0 | 1]).join(''));
  return `translateUTF8(${sql}, ${text(signs ?? '')}, ${text(smalls ?? '')})`;
}

const like =
  ({ isNot, isCaseless }: { isNot: boolean; isCaseless: boolean }) =>
  (call: Call): Value => {
    const given = argument(call.args, 0);
    const pattern = textConstant(call.args[1], 'a LIKE pattern');
    const escapeSign = call.args[2] === undefined ? '' : textConstant(call.args[2], 'an escape character');
    if ([...escapeSign].length > 1 || escapeSign.length > 1) refuse('an escape of several characters');
    const { from, to } = call.caseMaps.lower;
    const [signs, smalls] = [[...from], [...to]];
    const lowered = isCaseless
      ? [...pattern].map((sign) => smalls[signs.indexOf(sign)] ?? sign).join('')
      : pattern;
    const subject = !isCaseless
      ? given.sql
      : ascii.test(lowered)
        ? asciiFolded(given.sql, call)
        : inCase('lower', given.sql, call);
    const written = `like(${subject}, ${text(likePattern(lowered, escapeSign))})`;
    return value(isNot ? `NOT ${written}` : written, call.type, [given]);
  };

interface RegexOptions {
  readonly flags: string;
  readonly isGlobal: boolean;
}

/** DuckDB's options as RE2's flags. A dot matches no line end, unless `s` is given. */
function optionsOf(given: Value | undefined): RegexOptions {
  let isCaseless = false;
  let matchesLineEnds = false;
  let isGlobal = false;
  for (const option of given === undefined ? '' : textConstant(given, 'options of a regular expression')) {
    if (option === 'i') isCaseless = true;
    else if (option === 'c') isCaseless = false;
    else if (option === 's') matchesLineEnds = true;
    else if (option === 'g') isGlobal = true;
    else refuse(`the option ${option} of a regular expression`);
  }
  return { flags: `${isCaseless ? 'i' : ''}${matchesLineEnds ? 's' : '-s'}`, isGlobal };
}

function patternOf(given: Value | undefined): string {
  const pattern = textConstant(given, 'a regular expression');
  if (pattern.includes('\0')) refuse('a regular expression with such characters');
  return pattern;
}

/** Whether a pattern may match an empty text, where replacing differs: told by JavaScript, where it reads the pattern. */
function mayMatchNothing(pattern: string): boolean {
  try {
    const flags = /^\(\?[a-z]+\)/.exec(pattern)?.[0] ?? '';
    return new RegExp(`^(?:${pattern.slice(flags.length).replaceAll('(?P<', '(?<')})`, 'u').test('');
  } catch {
    return true;
  }
}

/** Groups that capture. */
function groupsOf(pattern: string): number {
  const bare = pattern.replace(/\\./gs, '').replace(/\[[^\]]*\]/g, '');
  return (bare.match(/\((?!\?)|\(\?P?<[A-Za-z]/g) ?? []).length;
}

function matches({ args, type, name }: Call): Value {
  const given = argument(args, 0);
  const { flags, isGlobal } = optionsOf(args[2]);
  if (isGlobal) refuse(`${name} with the option g`);
  const pattern = `(?${flags}:${patternOf(args[1])})`;
  const whole = name === 'regexp_full_match' ? `\\A${pattern}\\z` : pattern;
  // ClickHouse reads a pattern without groups and flags as it stands, and lets a dot match line ends
  return value(`match(${given.sql}, ${text(whole)})`, type, [given]);
}

function extract({ args, type }: Call): Value {
  const given = argument(args, 0);
  const group = args[2]?.constant ?? 0n;
  if (typeof group !== 'bigint') return refuse('regexp_extract with names of groups');
  const { flags, isGlobal } = optionsOf(args[3]);
  const pattern = patternOf(args[1]);
  if (isGlobal || group < 0n || Number(group) > groupsOf(pattern)) refuse('regexp_extract of such a group');
  return value(`regexpExtract(${given.sql}, ${text(`((?${flags}:${pattern}))`)}, ${group + 1n})`, type, [
    given,
  ]);
}

function extractAll({ args, type }: Call): Value {
  const given = argument(args, 0);
  const pattern = patternOf(args[1]);
  const group = args[2]?.constant ?? 0n;
  const groups = groupsOf(pattern);
  if (args[3] !== undefined || mayMatchNothing(pattern)) refuse('regexp_extract_all of such a pattern');
  if (!(group === 0n && groups === 0) && !(group === 1n && groups === 1))
    refuse('regexp_extract_all of such a group');
  if (given.nullable) refuse('regexp_extract_all of a text that may be NULL', "coalesce(text, '')");
  return value(`extractAll(${given.sql}, ${text(`(?-s:${pattern})`)})`, type, false, {
    elementsNullable: false,
  });
}

function replace({ args, type }: Call): Value {
  const given = argument(args, 0);
  const { flags, isGlobal } = optionsOf(args[3]);
  const pattern = patternOf(args[1]);
  if (mayMatchNothing(pattern)) refuse('regexp_replace of a pattern that matches an empty text');
  const replacement = textConstant(args[2], 'a replacement');
  if (/\\[^0-9\\]|\\$/.test(replacement)) refuse('a replacement with such a backslash');
  const highest = Math.max(0, ...[...replacement.matchAll(/\\(\d)/g)].map(([, digit]) => Number(digit)));
  if (highest > groupsOf(pattern)) refuse('a replacement with a group that the pattern does not have');
  const name = isGlobal ? 'replaceRegexpAll' : 'replaceRegexpOne';
  return value(`${name}(${given.sql}, ${text(`(?${flags}:${pattern})`)}, ${text(replacement)})`, type, [
    given,
  ]);
}

/** A GLOB pattern as a regular expression over the whole text. */
function glob({ args, type }: Call): Value {
  const pattern = textConstant(args[1], 'a GLOB pattern');
  if (/[[\]\\]/.test(pattern)) refuse('a GLOB pattern with brackets');
  const written = [...pattern]
    .map((sign) => (sign === '*' ? '.*' : sign === '?' ? '.' : sign.replace(/[.+^${}()|]/, '\\$&')))
    .join('');
  const given = argument(args, 0);
  return value(`match(${given.sql}, ${text(`(?s)\\A${written}\\z`)})`, type, [given]);
}

const plain = { isNot: false, isCaseless: false };

export const patternFunctions: Translations = {
  '~~': exact(
    ["description LIKE '%a_e%'", "description LIKE '%\\%'", "description LIKE '%\n%'"],
    like(plain),
  ),
  '!~~': exact(["description NOT LIKE 'T%'"], like({ ...plain, isNot: true })),
  '~~*': exact(
    ["description ILIKE '%THE%'", "description ILIKE '%straße%'", "description ILIKE '%σ%'"],
    like({ ...plain, isCaseless: true }),
  ),
  '!~~*': exact(["description NOT ILIKE '%THE%'"], like({ isNot: true, isCaseless: true })),
  like_escape: exact(
    ["description LIKE '%0!%%' ESCAPE '!'", "description LIKE '%k$_s%' ESCAPE '$'"],
    like(plain),
  ),
  not_like_escape: exact(["description NOT LIKE '%0!%%' ESCAPE '!'"], like({ ...plain, isNot: true })),
  ilike_escape: exact(["description ILIKE '%K$_S%' ESCAPE '$'"], like({ ...plain, isCaseless: true })),
  not_ilike_escape: exact(
    ["description NOT ILIKE '%K$_S%' ESCAPE '$'"],
    like({ isNot: true, isCaseless: true }),
  ),
  '~~~': exact(["description GLOB 'T*e?*'"], glob),
  regexp_matches: exact(
    [
      "regexp_matches(description, 'a.b|e\\s')",
      "regexp_matches(description, 'THE', 'i')",
      "regexp_matches(description, 'line.break', 's')",
    ],
    matches,
  ),
  regexp_full_match: exact(
    ["regexp_full_match(description, 'T.*')", "regexp_full_match(author, '[a-z.]+')"],
    matches,
  ),
  regexp_extract: exact(
    ["regexp_extract(description, '(\\w+) (\\w+)', 2)", "regexp_extract(description, '[a-z]+')"],
    extract,
  ),
  regexp_extract_all: exact(["regexp_extract_all(coalesce(description, ''), '[a-z]+')"], extractAll),
  regexp_replace: exact(
    ["regexp_replace(description, '[aeiou]', '<\\0>', 'g')", "regexp_replace(description, 't(.)', '\\1')"],
    replace,
  ),
};
