import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { Random } from '../sql/random.ts';
import type { WellFormed } from './well-formed.ts';

/** A changed file, and how it was made. */
export interface Mutated {
  readonly content: Buffer;
  readonly how: string;
}

type Mutation = (content: Buffer, random: Random, other: Buffer) => Buffer;

const values = [
  ...['-1', '1e999', '-1e999', '1e308', '99999999999999999999999', '0.5', '1.5e18', '9'.repeat(400), 'NaN'],
  ...[
    'null',
    'true',
    '{}',
    '[]',
    '[[]]',
    '{"a":{}}',
    '""',
    '"\\ud800"',
    '"\\u0000"',
    '-0',
    '0x1F',
    'Infinity',
  ],
  ...['12 B', '1,2 Mio.', '५ लाख', '2024-13-45', '31.02.2024', '1/2/3', '0000-00-00', '9999-12-31T23:59:60Z'],
  ...[
    '253402300800',
    '-62135596800',
    '7.5e+18',
    '1e+21',
    '00000000000000000001',
    '٣٤٥',
    '1.2.3',
    '"__proto__"',
  ],
];

const tokens = [
  ...[
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    ';',
    '\t',
    '|',
    ':',
    '\\',
    '\n',
    '\r',
    '\r\n',
    '\0',
    '\u2028',
    '\ufeff',
  ],
  ...[
    '"__proto__":1,',
    '"constructor":{"prototype":1},',
    '__proto__,',
    'toString,',
    '=cmd()',
    '<html>',
    'PAR1',
  ],
];

/** Bytes of text in other encodings, and of other containers. */
const foreign = [
  Buffer.from('é ü ñ ß', 'latin1'),
  Buffer.from('текст', 'utf16le'),
  Buffer.from([0xff, 0xfe, 0xfd]),
  Buffer.from([0xc3]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0x1f, 0x8b, 8, 0]),
  Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
  Buffer.from('PK\u0003\u0004'),
  Buffer.from([0xb2, 0xe2, 0xca, 0xd4]),
];

function span(content: Buffer, random: Random, most = 400): [number, number] {
  const from = random.below(content.length + 1);
  return [from, Math.min(content.length, from + 1 + random.below(most))];
}

function replaced(content: Buffer, from: number, to: number, ...by: readonly (Buffer | string)[]): Buffer {
  const parts = by.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  return Buffer.concat([content.subarray(0, from), ...parts, content.subarray(to)]);
}

/** A match of the pattern near a place that is drawn. */
function place(content: Buffer, random: Random, pattern: RegExp): [number, number] | undefined {
  const text = content.toString('latin1');
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return undefined;
  const match = random.pick(found);
  return [match.index, match.index + match[0].length];
}

const atPlace =
  (pattern: RegExp, by: (random: Random, found: Buffer) => Buffer | string): Mutation =>
  (content, random) => {
    const found = place(content, random, pattern);
    if (found === undefined) return content;
    return replaced(content, ...found, by(random, content.subarray(...found)));
  };

const anywhere: Readonly<Record<string, Mutation>> = {
  cut: (content, random) => content.subarray(0, random.below(content.length + 1)),
  'cut at the front': (content, random) => content.subarray(random.below(content.length + 1)),
  bits: (content, random) => {
    const copy = Buffer.from(content);
    const count = 1 + random.below(8);
    for (let i = 0; i < count && copy.length > 0; i++) {
      const at = random.below(copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    }
    return copy;
  },
  bytes: (content, random) => {
    const [from, to] = span(content, random, 8);
    return replaced(content, from, to, Buffer.from(random.some(0, 8, () => random.below(256))));
  },
  removed: (content, random) => replaced(content, ...span(content, random), ''),
  repeated: (content, random) => {
    const [from, to] = span(content, random);
    return replaced(content, to, to, ...random.some(1, 5, () => content.subarray(from, to)));
  },
  swapped: (content, random) => {
    const [from, middle] = span(content, random);
    const to = Math.min(content.length, middle + 1 + random.below(400));
    return replaced(content, from, to, content.subarray(middle, to), content.subarray(from, middle));
  },
  joined: (content, random, other) =>
    Buffer.concat([
      content.subarray(0, random.below(content.length + 1)),
      other.subarray(random.below(other.length + 1)),
    ]),
  doubled: (content, _, other) => Buffer.concat([content, other]),
  foreign: (content, random) => replaced(content, ...span(content, random, 2), random.pick(foreign)),
  zeros: (content, random) =>
    replaced(content, ...span(content, random, 2), Buffer.alloc(1 + random.below(64))),
};

const inText: Readonly<Record<string, Mutation>> = {
  ...anywhere,
  'quote removed': atPlace(/"/g, () => ''),
  'bracket removed': atPlace(/[[\]{}]/g, () => ''),
  'delimiter removed': atPlace(/[,;\t|:]/g, () => ''),
  'lines joined': atPlace(/\r?\n/g, () => ''),
  'line repeated': atPlace(/^.*$/gm, (_, line) => Buffer.concat([line, Buffer.from('\n'), line])),
  'number replaced': atPlace(/(?<![\w.])\d+(?![\w.])/g, (random) => random.pick(values)),
  'text replaced': atPlace(/"(?:[^"\\\n]|\\.)*"/g, (random) => random.pick(values)),
  'value replaced': atPlace(/(?<=[:,;|\t]) ?[^:,;|\t\n]*/g, (random) => random.pick(values)),
  token: (content, random) => {
    const [at] = span(content, random);
    return replaced(content, at, at, ...random.some(1, 3, () => random.pick(tokens)));
  },
  'key repeated': atPlace(/"\w+":/g, (random, key) =>
    Buffer.concat([key, Buffer.from(`${random.pick(values)},`), key]),
  ),
  'key renamed': atPlace(/"\w+":/g, (random) => `"${random.pick(['id', 'url', '__proto__', 'data', 'a'])}":`),
  'columns swapped': (content) => {
    const end = content.indexOf('\n');
    if (end < 0) return content;
    const header = content.subarray(0, end).toString('latin1').split(',').reverse().join(',');
    return replaced(content, 0, end, Buffer.from(header, 'latin1'));
  },
  'column repeated': (content) => {
    const at = content.indexOf(',');
    return at < 0 ? content : replaced(content, at, at, ',', content.subarray(0, Math.min(at, 200)));
  },
  'huge field': (content, random) => {
    const [at] = span(content, random);
    return replaced(
      content,
      at,
      at,
      random.pick(['a', '9', '"', '[{', ' ', 'é', '#a ', '\\']).repeat(200_000),
    );
  },
  'deep list': atPlace(/(?<=[:,])\s?\d+/g, (random) => {
    const depth = random.pick([10, 1_000, 20_000]);
    return '['.repeat(depth) + ']'.repeat(random.chance(0.8) ? depth : depth - 1);
  }),
  'deep object': atPlace(/(?<=[:,])\s?\d+/g, (random) => {
    const depth = random.pick([10, 1_000, 20_000]);
    return `${'{"a":'.repeat(depth)}1${'}'.repeat(random.chance(0.8) ? depth : depth + 1)}`;
  }),
  delimiters: (content, random) =>
    Buffer.from(content.toString('latin1').replaceAll(',', random.pick([';', '\t', '|', ',,'])), 'latin1'),
  shouted: (content) => Buffer.from(content.toString('utf8').toUpperCase()),
};

/** Mutations that make files so large that few of them tell enough. */
const costly: ReadonlySet<string> = new Set(['huge field', 'deep list', 'deep object']);
const contentBytesMax = 2_000_000;

/** A file of these, changed in one to four ways and packed or not; the same draws give the same bytes. */
export function mutate(files: readonly WellFormed[], random: Random): Mutated {
  const file = random.pick(files);
  const steps = [file.name];
  let { content } = file;
  const others = files.filter(({ isText }) => isText === file.isText);
  const mutations = file.isText ? inText : anywhere;
  const change = (known: Readonly<Record<string, Mutation>>) => {
    const name = random.pick(Object.keys(known));
    if (costly.has(name) && !random.chance(0.3)) return;
    content = (known[name] as Mutation)(content, random, random.pick(others).content);
    content = content.subarray(0, contentBytesMax);
    steps.push(name);
  };
  const count = 1 + random.below(4);
  for (let i = 0; i < count; i++) change(mutations);
  const packing = random.fraction();
  if (packing < 0.2) {
    const isGzip = random.chance(0.5);
    content = isGzip ? gzipSync(content, { level: 1 }) : zstdCompressSync(content);
    steps.push(isGzip ? 'gzip' : 'zstd');
    if (packing < 0.08) change(anywhere);
  }
  return { content, how: steps.join(' → ') };
}
