import { bigint, varchar } from '../plan/duck-type.ts';
import { refuse } from '../refusal.ts';
import { argument, text, textConstant, type Value, value, wholeConstant } from '../sql/value.ts';
import { cast } from '../values/cast.ts';
import { type Call, exact, type Translations } from './translation.ts';

/** DuckDB maps each character on its own, by a table of its own. */
export function inCase(kind: 'lower' | 'upper', sql: string, { caseMaps }: Pick<Call, 'caseMaps'>): string {
  const { from, to } = caseMaps[kind];
  return `translateUTF8(${sql}, ${text(from)}, ${text(to)})`;
}

const caseFunction =
  (kind: 'lower' | 'upper') =>
  (call: Call): Value =>
    value(inCase(kind, argument(call.args, 0).sql, call), call.type, call.args);

const onText =
  (write: (sql: string, ...rest: string[]) => string) =>
  ({ args, type, name }: Call): Value => {
    if (args.some((each) => each.type.id !== 'VARCHAR')) refuse(`${name} of ${argument(args, 0).type.id}`);
    const [first = '', ...rest] = args.map(({ sql }) => sql);
    return value(write(first, ...rest), type, args);
  };

function substring({ args, type }: Call): Value {
  const given = argument(args, 0);
  const start = wholeConstant(args[1], 'the start of a substring');
  const length = args[2] === undefined ? undefined : wholeConstant(args[2], 'the length of a substring');
  if (start < 1n || (length !== undefined && length < 0n))
    refuse('a substring from the end', 'right(text, n)');
  const rest = length === undefined ? '' : `, ${length}`;
  return value(`substringUTF8(${given.sql}, ${start}${rest})`, type, [given]);
}

const side =
  (name: 'left' | 'right') =>
  ({ args, type }: Call): Value => {
    const given = argument(args, 0);
    const length = wholeConstant(args[1], `the length of ${name}`);
    if (length < 0n) refuse(`${name} with a negative length`);
    const sql = length === 0n ? `substring(${given.sql}, 1, 0)` : `${name}UTF8(${given.sql}, ${length})`;
    return value(sql, type, [given]);
  };

/** Spaces of Unicode, and nothing else: no tabs, no line ends. */
const trim =
  (pattern: string) =>
  ({ args, type, name }: Call): Value => {
    const given = argument(args, 0);
    if (args.length > 1) {
      const signs = [...textConstant(args[1], `the characters of ${name}`)];
      if (signs.length === 0) return { ...given, type };
      const set = `[${signs.map((sign) => (/[\w]/.test(sign) || sign > '\u007f' ? sign : `\\${sign}`)).join('')}]+`;
      const chosen = pattern.replaceAll('\\p{Zs}+', set);
      return value(`replaceRegexpAll(${given.sql}, ${text(chosen)}, '')`, type, [given]);
    }
    return value(`replaceRegexpAll(${given.sql}, ${text(pattern)}, '')`, type, [given]);
  };

/** NULLs are left out. */
function concat({ args, type, names }: Call): Value {
  const parts = args.map((each) => {
    if (each.type.id === 'LIST' || each.type.id === 'STRUCT') refuse('concat of lists');
    const part = cast(each, varchar, false, names);
    return part.nullable ? `ifNull(${part.sql}, '')` : part.sql;
  });
  return value(`concat(${parts.join(', ')}, '')`, type, false);
}

function concatWith({ args, type, names }: Call): Value {
  const separator = argument(args, 0);
  const item = names.next('x');
  const items = args.slice(1).map((each) => {
    if (each.type.id === 'LIST' || each.type.id === 'STRUCT') refuse('concat_ws of lists');
    return `toNullable(${cast(each, varchar, false, names).sql})`;
  });
  const known = `arrayMap(${item} -> assumeNotNull(${item}), arrayFilter(${item} -> isNotNull(${item}), [${items.join(', ')}]))`;
  if (separator.nullable) refuse('concat_ws with a separator that may be NULL');
  if (typeof separator.constant !== 'string') refuse('concat_ws with a separator that is no constant');
  return value(`arrayStringConcat(${known}, ${separator.sql})`, type, false);
}

function joined({ args, type }: Call): Value {
  if (args.some((each) => each.type.id !== 'VARCHAR'))
    return refuse(`|| of ${args.map((each) => each.type.id).join(' and ')}`);
  return value(`concat(${args.map(({ sql }) => sql).join(', ')})`, type, args);
}

function replace({ args, type }: Call): Value {
  if (textConstant(args[1], 'the text that replace looks for') === '') refuse('replace of an empty text');
  return value(`replaceAll(${args.map(({ sql }) => sql).join(', ')})`, type, args);
}

const pad =
  (name: string) =>
  ({ args, type }: Call): Value => {
    const length = wholeConstant(args[1], 'the length of a padded text');
    const fill = textConstant(args[2], 'the text to pad with');
    if (length < 0n || length > 10_000n || fill === '') refuse('padding to such a length, or with nothing');
    const given = argument(args, 0);
    return value(`${name}(${given.sql}, ${length}, ${text(fill)})`, type, [given]);
  };

function split({ args, type }: Call): Value {
  const given = argument(args, 0);
  if (textConstant(args[1], 'the separator of a split') === '') refuse('a split at every character');
  const parts = (text: string) => `splitByString(${argument(args, 1).sql}, ${text})`;
  if (!given.nullable) return value(parts(given.sql), type, false, { elementsNullable: false });
  const boxed = `if(isNull(${given.sql}), [], [${parts(`assumeNotNull(${given.sql})`)}])`;
  return value(boxed, type, true, { isBoxed: true, elementsNullable: false });
}

function repeat({ args, type }: Call): Value {
  const given = argument(args, 0);
  const times = wholeConstant(args[1], 'the count of repeat');
  if (given.type.id !== 'VARCHAR' || times < 0n || times > 1_000n) refuse('repeat of that kind');
  return value(`repeat(${given.sql}, ${times})`, type, [given]);
}

const wholeOf = (sql: string) => `toInt64(${sql})`;

export const textFunctions: Translations = {
  lower: exact(['lower(description)', 'lower(author)'], caseFunction('lower')),
  upper: exact(['upper(description)'], caseFunction('upper')),
  strlen: exact(
    ['strlen(description)'],
    onText((sql) => wholeOf(`length(${sql})`)),
  ),
  octet_length: exact(
    [],
    onText((sql) => wholeOf(`length(${sql})`)),
  ),
  bit_length: exact(
    ['bit_length(description)'],
    onText((sql) => wholeOf(`8 * length(${sql})`)),
  ),
  substring: exact(
    ['substring(description, 2, 5)', 'substring(description, 3)', 'description[2:4]'],
    substring,
  ),
  left: exact(['left(description, 7)', 'left(description, 0)'], side('left')),
  right: exact(['right(description, 7)', 'right(description, 0)'], side('right')),
  trim: exact(
    ['trim(description)', "trim(author, 'ae.^]-')", "trim(description, 'Té\\')"],
    trim('^\\p{Zs}+|\\p{Zs}+$'),
  ),
  ltrim: exact(['ltrim(description)', "ltrim(author, 'ab')"], trim('^\\p{Zs}+')),
  rtrim: exact(['rtrim(description)'], trim('\\p{Zs}+$')),
  concat: exact(["concat(author, '-', play_count, is_ad, create_time)"], concat),
  concat_ws: exact(["concat_ws('/', author, region, play_count)"], concatWith),
  '||': exact(["author || '@' || region"], joined),
  replace: exact(["replace(description, 'a', 'éé')", "replace(description, ' ', author)"], replace),
  prefix: exact(
    ["starts_with(description, 'The')", 'starts_with(description, author)', "description ^@ 'a'"],
    onText((a, b) => `startsWith(${a}, ${b})`),
  ),
  suffix: exact(
    ["ends_with(description, 'e')"],
    onText((a, b) => `endsWith(${a}, ${b})`),
  ),
  instr: exact(
    ["instr(description, 'é')", "strpos(description, 'a')"],
    onText((a, b) => wholeOf(`positionUTF8(${a}, ${b})`)),
  ),
  repeat: exact(['repeat(author, 3)'], repeat),
  lpad: exact(["lpad(author, 12, '*')", "lpad(author, 2, 'é')"], pad('leftPadUTF8')),
  rpad: exact(["rpad(author, 12, '*-')", "rpad(author, 2, 'é')"], pad('rightPadUTF8')),
  md5: exact(
    ['md5(description)'],
    onText((sql) => `lower(hex(MD5(${sql})))`),
  ),
  sha1: exact(
    ['sha1(description)'],
    onText((sql) => `lower(hex(SHA1(${sql})))`),
  ),
  sha256: exact(
    ['sha256(description)'],
    onText((sql) => `lower(hex(SHA256(${sql})))`),
  ),
  string_split: exact(
    [
      "string_split(coalesce(description, ''), ' ')",
      "string_split(author, 'r')",
      "len(string_split(author, 'r'))",
      "string_split(author, 'r')[-1]",
      "list_contains(string_split(author, 'r'), 'e')",
    ],
    split,
  ),
};

export const textLength = ({ args, type }: Call): Value =>
  value(`toInt64(lengthUTF8(${argument(args, 0).sql}))`, type.id === 'BIGINT' ? type : bigint, args);

export const textContains = ({ args, type }: Call): Value =>
  value(`(position(${argument(args, 0).sql}, ${argument(args, 1).sql}) > 0)`, type, args);
