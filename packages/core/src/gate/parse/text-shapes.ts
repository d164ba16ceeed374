import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { SelectStatement } from '../../syntax/ast.ts';
import type { Token } from '../../syntax/tokens.ts';
import type { ReadText } from './recent-texts.ts';
import { tenantKey } from './tenant-key.ts';

const shapesMax = 256;
const astLengthMax = 64 * 2 ** 10;
const astLengthMaxInAll = 2 * 2 ** 20;
const literalsMax = 256;

/**
 * Texts that both parsers read alike, whatever they say: no quote, no backslash, no blank but spaces, at least one
 * character. Any other text is a part of the shape.
 */
const plainText = /^'[\p{L}\p{N}\p{M} _.,:@#+=!?%&/-]{1,256}'$/u;
/** At most 999,999,999: INTEGER whatever its digits. */
const integer = /^(?:0|[1-9][0-9]{0,8})$/;
/** Beyond INTEGER and within BIGINT, whatever its digits. */
const bigint = /^[1-9][0-9]{10,17}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the placeholders of literals are control characters
const ascii = /^[\u0000-\u007f]*$/;

type LiteralType = 'VARCHAR' | 'INTEGER' | 'BIGINT';

interface Literal {
  /** Byte offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly type: LiteralType;
  /** As the tree has it. */
  readonly value: string | number;
}

/** A text without those literals that may differ from one text to the next. */
export interface TextShape {
  /** The text with a placeholder in place of each literal, which tells its type. */
  readonly key: string;
  readonly literals: readonly Literal[];
}

/** Undefined for a text without literals that may differ, and for one with other characters than ASCII beside them. */
export function shapeOf(text: string, tokens: readonly Token[]): TextShape | undefined {
  const literals: Literal[] = [];
  let key = '';
  let at = 0;
  let bytesBeyond = 0;
  for (const { kind, start, end } of tokens) {
    const literal = literalIn(kind, text.slice(start, end));
    if (literal === undefined) continue;
    if (literals.length >= literalsMax) return undefined;
    key += `${text.slice(at, start)}${placeholders[literal.type]}`;
    at = end;
    const bytes = literal.type === 'VARCHAR' ? Buffer.byteLength(literal.value as string) + 2 : end - start;
    literals.push({ ...literal, start: start + bytesBeyond, end: start + bytesBeyond + bytes });
    bytesBeyond += bytes - (end - start);
  }
  if (literals.length === 0) return undefined;
  key += text.slice(at);
  return ascii.test(key) ? { key, literals } : undefined;
}

/** No text has these characters: `checkText` refuses them. */
const placeholders: Readonly<Record<LiteralType, string>> = {
  VARCHAR: '\u0001',
  INTEGER: '\u0002',
  BIGINT: '\u0003',
};

function literalIn(kind: Token['kind'], text: string): Pick<Literal, 'type' | 'value'> | undefined {
  if (kind === 'string' && plainText.test(text)) return { type: 'VARCHAR', value: text.slice(1, -1) };
  if (kind !== 'number') return undefined;
  if (integer.test(text)) return { type: 'INTEGER', value: Number(text) };
  return bigint.test(text) ? { type: 'BIGINT', value: Number(text) } : undefined;
}

type Read = Pick<ReadText, 'ast' | 'reading' | 'astLength'>;

/** What both parsers made of a text, and the literals of that text. */
interface Template {
  readonly read: Read;
  readonly literals: readonly Literal[];
  /**
   * Whether another text of the shape was read, and gave the tree that the first one gives with its literals. It is used
   * for further texts from then on.
   */
  isConfirmed: boolean;
}

/**
 * What texts were read as that differ in literals only: the tree of one is that of another with its own literals and
 * positions, where each literal is one constant of the tree, of its value, type and place. A shape of which this is
 * not true, for one of its first two texts, is read anew each time. The gate admits each text for itself. As with
 * {@link RecentTexts}, what one tenant sent is read anew for another.
 */
export class TextShapes {
  readonly #templates = new LRUCache<string, Template | 'varies'>({
    max: shapesMax,
    maxSize: astLengthMaxInAll,
    sizeCalculation: (template) => Math.max(1, template === 'varies' ? 1 : template.read.astLength),
  });

  /** What a text of the shape is read as; undefined where both parsers must read it. */
  read(tenant: string | null | undefined, shape: TextShape): Read | undefined {
    const template = this.#templates.get(tenantKey(tenant, shape.key));
    if (template === undefined || template === 'varies' || !template.isConfirmed) return undefined;
    return withLiterals(template, shape);
  }

  /** Notes what both parsers made of a text. */
  keep(tenant: string | null | undefined, shape: TextShape, read: Read): void {
    if (read.astLength > astLengthMax || read.reading === 'timed out') return;
    const key = tenantKey(tenant, shape.key);
    const known = this.#templates.get(key);
    if (known === 'varies') return;
    if (known === undefined) {
      const { literals } = shape;
      const { ast, reading, astLength } = read;
      const template = { read: { ast, reading, astLength }, literals, isConfirmed: false };
      this.#templates.set(key, isTemplate(ast, literals) ? template : 'varies');
    } else if (isSame(withLiterals(known, shape), read)) known.isConfirmed = true;
    else this.#templates.set(key, 'varies');
  }
}

function isSame(one: Read, other: Read): boolean {
  const outcome = ({ reading }: Read) => (typeof reading === 'string' ? reading : { ...reading, id: 0 });
  return isDeepStrictEqual(one.ast, other.ast) && isDeepStrictEqual(outcome(one), outcome(other));
}

/** Whether each literal is exactly one constant at its place, and no other node of the tree is within one. */
function isTemplate(ast: SelectStatement, literals: readonly Literal[]): boolean {
  const found = new Set<Literal>();
  const isFit = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.every(isFit);
    if (typeof node !== 'object' || node === null) return true;
    const { query_location: location } = node as { query_location?: unknown };
    if (typeof location === 'number') {
      const literal = literals.find(({ start, end }) => location >= start && location < end);
      if (literal !== undefined && isConstant(node)) {
        if (found.has(literal) || !isOf(node, literal)) return false;
        found.add(literal);
        return true;
      }
      if (literal !== undefined && location !== literal.start) return false;
    }
    return Object.values(node).every(isFit);
  };
  return isFit(ast) && found.size === literals.length;
}

interface ConstantNode {
  readonly query_location: number;
  readonly value: {
    readonly type: { readonly id: string };
    readonly is_null: boolean;
    readonly value: unknown;
  };
}

function isConstant(node: object): node is ConstantNode {
  return (node as { class?: unknown }).class === 'CONSTANT';
}

function isOf({ query_location: location, value }: ConstantNode, literal: Literal): boolean {
  const { type, is_null: isNull } = value;
  return location === literal.start && !isNull && type.id === literal.type && value.value === literal.value;
}

/** The tree of the template with the literals and positions of another text of its shape. */
function withLiterals({ read, literals: before }: Template, { literals }: TextShape): Read {
  const moved = (location: number): number => {
    let shift = 0;
    for (const [index, literal] of literals.entries()) {
      const known = before[index] as Literal;
      if (known.start >= location) break;
      shift = literal.end - known.end;
    }
    return shift === 0 ? location : location + shift;
  };
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== 'object' || node === null) return node;
    const made: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(node))
      made[name] = name === 'query_location' && typeof value === 'number' ? moved(value) : copy(value);
    if (isConstant(node)) {
      const index = before.findIndex(({ start }) => start === node.query_location);
      const literal = literals[index];
      if (literal !== undefined) made.value = { ...node.value, value: literal.value };
    }
    return made;
  };
  return { ast: copy(read.ast) as SelectStatement, reading: read.reading, astLength: read.astLength };
}
