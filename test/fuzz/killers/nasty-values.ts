import type { Random } from '../sql/random.ts';

const integers = (least: string, most: string) => ['0', '1', '-1', '2', '7', least, most];
const reals = ["'nan'", "'inf'", "'-inf'", '0', '-0.0', '1e308', '5e-324', '1.5', '-1'];
const moments = [
  "'-infinity'",
  "'infinity'",
  "'epoch'",
  "'2025-03-30 01:30:00'",
  "'290000-01-01'",
  "'0044-03-15 (BC)'",
  "'0001-01-01'",
  "'1500-02-29'",
];
const farMoments = ["'294247-01-10 04:00:54.775806'", "'290308-12-22 (BC)'", "'200000-12-31 (BC)'"];

/** Values at the edges of each type, as SQL that is cast to it. */
const values: Readonly<Record<string, readonly string[]>> = {
  BOOLEAN: ['true', 'false'],
  TINYINT: integers('-128', '127'),
  SMALLINT: integers('-32768', '32767'),
  INTEGER: integers('-2147483648', '2147483647'),
  BIGINT: integers('-9223372036854775808', '9223372036854775807'),
  HUGEINT: integers('-170141183460469231731687303715884105728', '170141183460469231731687303715884105727'),
  UTINYINT: ['0', '1', '255'],
  USMALLINT: ['0', '1', '65535'],
  UINTEGER: ['0', '1', '4294967295'],
  UBIGINT: ['0', '1', '18446744073709551615'],
  UHUGEINT: ['0', '1', '340282366920938463463374607431768211455'],
  FLOAT: reals.map((value) => value.replace('1e308', '3e38')),
  DOUBLE: reals,
  'DECIMAL(4,1)': ['0', '999.9', '-999.9', '0.1'],
  'DECIMAL(18,3)': ['0', '999999999999999.999', '-999999999999999.999', '0.001'],
  'DECIMAL(38,0)': ['0', `${'9'.repeat(38)}`, `-${'9'.repeat(38)}`],
  'DECIMAL(38,38)': ['0', `0.${'9'.repeat(38)}`],
  BIGNUM: ['0', '-1', `'${'9'.repeat(200)}'`, `'-${'9'.repeat(60)}'`],
  VARCHAR: [
    "''",
    "'a'",
    "'é🎈'",
    "'%'",
    "'\\'",
    "'nan'",
    "'1'",
    "'-1'",
    "'[]'",
    "'{}'",
    "'$'",
    "'$.a[*]'",
    "'day'",
    "'era'",
    "'isoyear'",
    "'%Y-%m-%d'",
    "'NOCASE'",
    "'Europe/Berlin'",
    "'(a|b)*'",
    "'2025-01-01'",
    "'POINT EMPTY'",
    'chr(0)',
    "repeat('ab', 3000)",
    "repeat('🤦🏼‍♂️', 20)",
  ],
  BLOB: ["''", "'\\x00'", "'\\xFF\\xFE'", "'abcdefghijklmnop'", "'\\x01\\x01\\x00\\x00\\x00'"],
  BIT: ["'0'", "'1'", "'10101010101'", `'${'10'.repeat(70)}'`],
  UUID: ["'00000000-0000-0000-0000-000000000000'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'"],
  DATE: [
    ...moments.map((value) => value.replace('epoch', '1970-01-01')),
    "'5877642-06-25 (BC)'",
    "'5881580-07-10'",
  ],
  TIME: ["'00:00:00'", "'24:00:00'", "'23:59:59.999999'"],
  TIMETZ: ["'00:00:00+15:59:59'", "'24:00:00-15:59:59'", "'12:00:00+00'"],
  TIME_NS: ["'00:00:00'", "'23:59:59.999999999'"],
  TIMESTAMP: [...moments, ...farMoments],
  TIMESTAMP_S: moments,
  TIMESTAMP_MS: moments,
  TIMESTAMP_NS: ["'infinity'", "'-infinity'", "'1677-09-22'", "'2262-04-11 23:47:16.854775806'", "'epoch'"],
  TIMESTAMPTZ: [...moments, ...farMoments],
  INTERVAL: [
    "'0 seconds'",
    "'1 month'",
    "'-1 month'",
    "'1 day'",
    "'2147483647 months'",
    "'-2147483648 months'",
    "'-2147483648 days'",
    "'9223372036854775807 microseconds'",
    "'1 month -30 days'",
    "'1 microsecond'",
    "'-1 microsecond'",
  ],
  JSON: ["'null'", "'[]'", "'{}'", `'{"a":[1,null,{"b":2}]}'`, `'"a"'`, "'1e400'", "'18446744073709551616'"],
  VARIANT: ['1', "'a'", '[1, 2]', "{'a': 1}", '[]', 'NULL::INTEGER', "MAP {'a': 1}"],
  GEOMETRY: [
    "'POINT(1 2)'",
    "'POINT EMPTY'",
    "'LINESTRING(0 0, 1 1)'",
    "'POLYGON EMPTY'",
    "'GEOMETRYCOLLECTION(POINT(1 2), POLYGON((0 0, 1 1, 1 0, 0 0)))'",
    "'POINT ZM (1 2 3 4)'",
    "'MULTIPOINT EMPTY'",
  ],
  "ENUM('a', 'b', '')": ["'a'", "'b'", "''"],
  'UNION(i INTEGER, s VARCHAR)': ['1', "'a'", 'NULL'],
};

const scalarTypes = Object.keys(values);
/** Types that functions are mostly written for. */
const usualTypes =
  'INTEGER BIGINT DOUBLE VARCHAR VARCHAR DATE TIMESTAMP TIMESTAMPTZ INTERVAL BOOLEAN DECIMAL(18,3) BLOB'.split(
    ' ',
  );

export function randomType(random: Random, depth = 2): string {
  const nested = depth > 0 && random.chance(0.25);
  if (!nested) return random.pick(random.chance(0.6) ? usualTypes : scalarTypes);
  const part = () => randomType(random, depth - 1);
  switch (random.below(7)) {
    case 0:
    case 1:
    case 2:
      return `${part()}[]`;
    case 3:
      return `${part()}[${1 + random.below(3)}]`;
    case 4:
      return `STRUCT(a ${part()}, b ${part()})`;
    case 5:
      return `MAP(${part()}, ${part()})`;
    default:
      return `UNION(x ${part()}, y ${part()})`;
  }
}

/** A literal of a type, often NULL or at one of its edges; without a cast. */
function bare(random: Random, type: string): string {
  if (random.chance(0.15)) return 'NULL';
  const list = /^(.*)\[(\d*)\]$/s.exec(type);
  if (list !== null) {
    const [, child = '', size = ''] = list;
    const count = size === '' ? random.pick([0, 0, 1, 2, 3, 20]) : Number(size);
    return `[${Array.from({ length: count }, () => bare(random, child)).join(', ')}]`;
  }
  const [, kind, inner = ''] = /^(STRUCT|MAP|UNION)\((.*)\)$/s.exec(type) ?? [];
  const parts = kind === undefined ? [] : split(inner);
  if (kind === 'STRUCT') {
    const fields = parts.map((part) => {
      const [, name = '', child = ''] = /^(\w+) (.*)$/s.exec(part) ?? [];
      return `'${name}': ${bare(random, child)}`;
    });
    return `{${fields.join(', ')}}`;
  }
  if (kind === 'MAP') {
    const [key = '', value = ''] = parts;
    const entry = () => `${nonNull(random, key)}: ${bare(random, value)}`;
    return `MAP {${random.chance(0.3) ? '' : entry()}}`;
  }
  if (kind === 'UNION' && !type.startsWith('UNION(i INTEGER')) {
    const member = random.pick(parts).replace(/^\w+ /, '');
    return bare(random, member);
  }
  return random.pick(values[type] ?? ['NULL']);
}

function nonNull(random: Random, type: string): string {
  for (let tries = 0; tries < 10; tries++) {
    const value = bare(random, type);
    if (value !== 'NULL') return value;
  }
  return '1';
}

/** The parts of a text between the commas that are in no brackets. */
function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [at, letter] of [...text].entries()) {
    if (letter === '(' || letter === '[') depth++;
    else if (letter === ')' || letter === ']') depth--;
    else if (letter === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim());
}

export function literal(random: Random, type: string): string {
  const value = bare(random, type);
  return `${value.startsWith('-') ? `(${value})` : value}::${type}`;
}
