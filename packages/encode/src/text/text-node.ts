import type { DataType, Member } from '../types/data-type.ts';
import { type PreparedTexts, prepareTexts } from '../vectors/prepared-texts.ts';
import type { VectorData } from '../vectors/vector-data.ts';
import { bignumTexts } from './bignum-text.ts';
import { floatTexts } from './float-text.ts';
import type { TextForm } from './text-form.ts';

/** How the kernel writes a column, or a part of a nested one (`packages/encode/kernel/assembly/nodes.ts`). */
export interface TextNode {
  readonly kind: number;
  readonly form: TextForm;
  /** DECIMAL: scale. Times: digits of a fraction. ARRAY: size. STRUCT: the byte that ends it. */
  readonly parameter: number;
  /** Bytes of a stored value, of DECIMAL and ENUM. */
  readonly width: number;
  /** What precedes the value. */
  readonly opening: Uint8Array;
  readonly mayNeedQuotes: boolean;
  readonly children: readonly TextNode[];
  /** ENUM: the text of each value. */
  readonly values?: PreparedTexts;
  /** The key of a MAP: a NULL, which TRY_CAST can make, is the text `null`. */
  readonly isKey?: boolean;
  /** For types whose text is made in JavaScript: floats, because V8 computes the shortest digits, and rare types. */
  readonly prepare?: (data: VectorData) => PreparedTexts;
}

/** The numbers by which the kernel identifies types. */
const kinds: Readonly<Partial<Record<DataType['name'], number>>> = {
  '"NULL"': 0,
  BOOLEAN: 1,
  TINYINT: 2,
  SMALLINT: 3,
  INTEGER: 4,
  BIGINT: 5,
  UTINYINT: 6,
  USMALLINT: 7,
  UINTEGER: 8,
  UBIGINT: 9,
  HUGEINT: 10,
  UHUGEINT: 11,
  DECIMAL: 12,
  DATE: 13,
  TIMESTAMP: 14,
  TIMESTAMP_S: 14,
  TIMESTAMP_MS: 14,
  TIMESTAMP_NS: 14,
  'TIMESTAMP WITH TIME ZONE': 14,
  TIME: 15,
  TIME_NS: 15,
  'TIME WITH TIME ZONE': 16,
  INTERVAL: 17,
  UUID: 18,
  VARCHAR: 19,
  BLOB: 20,
  GEOMETRY: 20,
  BIT: 21,
  ENUM: 22,
  LIST: 24,
  ARRAY: 25,
  STRUCT: 26,
  MAP: 27,
  UNION: 28,
};
/** Of texts that {@link TextNode.prepare} makes. */
export const preparedKind = 23;

const fractionDigits: Readonly<Partial<Record<DataType['name'], number>>> = {
  TIMESTAMP: 6,
  'TIMESTAMP WITH TIME ZONE': 6,
  TIMESTAMP_S: 0,
  TIMESTAMP_MS: 3,
  TIMESTAMP_NS: 9,
  TIME: 6,
  TIME_NS: 9,
};

const alwaysPlain = new Set<DataType['name']>([
  ...([
    'BOOLEAN',
    'TINYINT',
    'SMALLINT',
    'INTEGER',
    'BIGINT',
    'HUGEINT',
    'DECIMAL',
    'UUID',
    'BIGNUM',
  ] as const),
  ...(['UTINYINT', 'USMALLINT', 'UINTEGER', 'UBIGINT', 'UHUGEINT', 'FLOAT', 'DOUBLE', '"NULL"'] as const),
  ...(['DATE', 'TIME', 'TIME_NS', 'TIME WITH TIME ZONE', 'TIMESTAMP', 'TIMESTAMP_S', 'INTERVAL'] as const),
  ...(['TIMESTAMP_MS', 'TIMESTAMP_NS', 'TIMESTAMP WITH TIME ZONE'] as const),
]);

const nothing = new Uint8Array(0);
const tagType: DataType = { alias: null, name: 'UTINYINT' };

/** The node of a type in a form. Nested values are JSON in every form. */
export function textNode(type: DataType, form: TextForm, opening: Uint8Array = nothing): TextNode {
  const node: TextNode = {
    kind: kinds[type.name] ?? preparedKind,
    form,
    parameter: fractionDigits[type.name] ?? 0,
    width: 0,
    opening,
    mayNeedQuotes: form === 'field' && !alwaysPlain.has(type.name),
    children: [],
  };
  switch (type.name) {
    case 'DECIMAL':
      return { ...node, parameter: type.scale, width: type.storageBytes };
    case 'ENUM':
      return { ...node, width: type.storageBytes, values: enumTexts(type.values, form) };
    case 'LIST':
      return { ...node, children: [textNode(type.child, 'json')] };
    case 'ARRAY':
      return { ...node, parameter: type.size, children: [textNode(type.child, 'json')] };
    case 'STRUCT':
      return structNode(node, type.members);
    case 'MAP': {
      const entry = [{ ...textNode(type.key, 'name'), isKey: true }, textNode(type.value, 'json')];
      return { ...node, children: [{ ...node, kind: 26, children: entry }] };
    }
    case 'UNION':
      return {
        ...node,
        children: [textNode(tagType, form), ...type.members.map((member) => textNode(member.type, form))],
      };
    case 'FLOAT':
    case 'DOUBLE':
      return { ...node, prepare: (data) => floatTexts(data, type.name === 'DOUBLE', form) };
    case 'VARIANT':
      return { ...node, prepare: variantTexts };
    case 'BIGNUM':
      return { ...node, prepare: (data) => bignumTexts(data, form) };
    default:
      if (node.kind === preparedKind) throw new Error(`No text form for ${type.name}`);
      return node;
  }
}

/** An object, or an array if the members have no names. */
function structNode(node: TextNode, members: readonly Member[]): TextNode {
  const isNamed = members.some(({ name }) => name !== '');
  const children = members.map(({ name, type }, index) => {
    const separator = index > 0 ? ',' : isNamed ? '{' : '[';
    return textNode(
      type,
      'json',
      Buffer.from(isNamed ? `${separator}${JSON.stringify(name)}:` : separator, 'utf8'),
    );
  });
  return { ...node, parameter: isNamed ? 125 : 93, children };
}

function enumTexts(values: readonly string[], form: TextForm): PreparedTexts {
  return prepareTexts(values, (value) => (form === 'json' ? JSON.stringify(value) : value));
}

function variantTexts(data: VectorData): PreparedTexts {
  if (data.kind !== 'variant') throw new Error(`Expected variants, found ${data.kind}`);
  return data.texts;
}
