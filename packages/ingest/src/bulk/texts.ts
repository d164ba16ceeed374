import { sqlString } from '@sdq/duckdb/sql';

/** SQL conditions and values of texts, which are those of the functions in `values/`. */

/** White space as `String.trim` and `\s` of regular expressions have it, for a class of RE2. */
const space = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;

const spaceOtherThanBlank = space.replace('\\r ', '\\r');

/** Letters that DuckDB converts to lower case otherwise than JavaScript, or not at all. */
const otherLower = String.raw`\x{130}\x{3a3}\x{1c89}\x{a7cb}-\x{a7dc}\x{10d50}-\x{10d65}\x{16ea0}-\x{16eb8}`;

/** Ranges with letters and digits that Unicode got after DuckDB's tables were made. */
const otherLetters = String.raw`\x{88f}\x{c5c}\x{cdc}\x{1c89}\x{1c8a}\x{a7cb}-\x{a7f1}\x{10000}-\x{1efff}\x{1fb00}-\x{10ffff}`;

/** Spellings of null, as `isBlank` knows them. */
const nulls = ['', 'null', 'none', 'nan', 'n/a', 'na', 'undefined', '-', '<na>', 'nat', String.raw`\n`];

/** `then`, a condition, where another one holds; true otherwise. DuckDB evaluates both sides of OR for all rows, but not those of CASE. */
export function whenever(condition: string, then: string): string {
  return `(CASE WHEN ${condition} THEN ${then} ELSE true END)`;
}

/** Whether a text matches anywhere. */
export function matches(text: string, pattern: string): string {
  return `regexp_matches(${text}, ${sqlString(pattern)})`;
}

/** Whether a whole text matches. */
export function isAll(text: string, pattern: string): string {
  return `regexp_full_match(${text}, ${sqlString(pattern)})`;
}

/** Whether a text without white space at its ends says that the value is unknown. */
export function isNullText(text: string): string {
  return `(CASE WHEN strlen(${text}) < 10 THEN lower(${text}) IN (${nulls.map(sqlString).join(', ')}) ELSE false END)`;
}

/** Whether a text says that the value is unknown, also with white space around it. */
export function isBlankText(text: string): string {
  const spellings = nulls.map((spelling) => spelling.replaceAll('\\', '\\\\')).join('|');
  const blank = isAll(text, `(?i)[${space}]*(?:${spellings})[${space}]*`);
  return `(CASE WHEN strlen(${text}) < 30 THEN length(${text}) < 10 AND ${blank} ELSE false END)`;
}

/** Whether a text has white space at its start or end. */
export function hasMargin(text: string): string {
  return matches(text, `^[${space}]|[${space}]$`);
}

/** Characters for which a text is looked at more closely. */
const rare = String.raw`&\x{0}\x{feff}`;

/** Whether reading a text leaves it: it has no NUL, no escapes of HTML, and no mark at its start that decoders drop. */
export function isUnchanged(text: string): string {
  const hasRare = `contains(${text}, '&') OR contains(${text}, chr(0)) OR starts_with(${text}, chr(65279))`;
  return whenever(hasRare, isUnchangedClosely(text));
}

function isUnchangedClosely(text: string): string {
  const escapes = matches(text, '(?i)&(#[0-9]|#x[0-9a-f]|amp|lt|gt|quot|apos|nbsp)');
  return `(NOT ${escapes} AND NOT contains(${text}, chr(0)) AND NOT starts_with(${text}, chr(65279)))`;
}

/** Whether a text is a plain label: one that is unchanged, has no white space at its ends, and is no address. */
export function isPlainLabel(text: string): string {
  const usual = isAll(text, `[^${space}${rare}hH](?:[^${rare}]*[^${space}${rare}])?`);
  const isAddress = matches(text, '(?i)^https?:');
  return `(CASE WHEN ${usual} THEN true ELSE ${isUnchangedClosely(text)} AND NOT ${hasMargin(text)} AND NOT ${isAddress} END)`;
}

/** Whether `lower` gives what `toLowerCase` gives. */
export function lowersAlike(text: string): string {
  return `NOT ${matches(text, `[${otherLower}]`)}`;
}

const tag = String.raw`[#＃]([^${space}#＃@.,!?;:…"'“”‘’()\[\]{}<>/\\|&*+=~${'`'}^%$。、，！？「」]+)`;
/** A mention of any length with the character before it: RE2 takes 20 times as long for a repetition of up to 40 times and for groups. */
const mention = String.raw`(?:^|[^\p{L}\p{N}_.])@[\p{L}\p{N}_.]+`;

const hasTag = (caption: string) => `(contains(${caption}, '#') OR contains(${caption}, '＃'))`;

/** The hashtags of a caption, as `hashtagsInText` finds them where `tagsAlike` holds. */
export function tagsIn(caption: string): string {
  const found = `regexp_extract_all(lower(${caption}), ${sqlString(tag)}, 1)`;
  return `CASE WHEN ${hasTag(caption)} THEN ${found} ELSE []::VARCHAR[] END`;
}

export function tagsAlike(caption: string): string {
  return whenever(hasTag(caption), lowersAlike(caption));
}

/** The usernames in a caption, as `mentionsInText` finds them where `mentionsAlike` holds. */
export function mentionsIn(caption: string): string {
  const found = `list_transform(regexp_extract_all(${caption}, ${sqlString(mention)}), lambda found: split_part(found, '@', -1))`;
  const long = `list_filter(${found}, lambda name: length(name) >= 2)`;
  const names = `list_transform(${long}, lambda name: lower(rtrim(left(name, 40), '.')))`;
  return `CASE WHEN contains(${caption}, '@') THEN list_filter(${names}, lambda name: name <> '') ELSE []::VARCHAR[] END`;
}

export function mentionsAlike(caption: string): string {
  return whenever(`contains(${caption}, '@')`, `NOT ${matches(caption, `[${otherLetters}${otherLower}]`)}`);
}

/** Characters with which lists and quoted names are written, and white space other than a blank. */
const oddInTags = String.raw`${spaceOtherThanBlank}＃@"'“”‘’\[\](){}\\`;

/** Whether a text of hashtags has no more than names between blanks, commas, bars and number signs. */
export function isPlainTags(text: string): string {
  return `(NOT ${matches(text, `[${oddInTags}${otherLower}]`)})`;
}

export function tagsOf(text: string): string {
  return `list_filter(string_split_regex(lower(${text}), '[ #,;|]+'), lambda tag: tag <> '')`;
}

/** Whether all members of a list of texts are names, with or without the mark before them. */
export function areNames(list: string, mark: '#' | '@'): string {
  const odd = `list_filter(${list}, lambda name: NOT ${isAll('name', String.raw`${mark}?[^${space}#＃@"'\x{0}]+`)} OR ${matches('name', `[${otherLower}]`)})`;
  return `len(${odd}) = 0`;
}

export function namesOf(list: string, mark: '#' | '@'): string {
  const known = `list_filter(${list}, lambda name: name IS NOT NULL)`;
  return `list_transform(${known}, lambda name: lower(ltrim(name, '${mark}')))`;
}
