import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

const source = join(import.meta.dirname, '../../packages/core/src');

/** Where the planner's reasons and notes are written. */
const planned = [...['plan', 'access-paths', 'candidates'].map((name) => `backends/duckdb/${name}`), 'shape'];

/** What says how structures are built and checked. */
const describesStructures = /(^|\/)(structure|measures|tokens)\.ts$/;

/** Keys whose values are no reasons: what a path is good for, and how it merges. */
const otherKeys = new Set(['purpose', 'output', 'stale', 'uncovered']);

/** A reason or a note as the planner's code has it, and a pattern of the texts that come of it. */
export interface Sentence {
  readonly text: string;
  readonly pattern: RegExp;
}

/** All sentences in the planner's code: texts of three words or more that are no SQL. */
export function sentencesOfPlanner(): Sentence[] {
  const files = planned.flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !describesStructures.test(name))
      .map((name) => join(source, folder, name)),
  );
  const found = new Map<string, Sentence>();
  for (const file of files) {
    for (const parts of literalsOf(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript' }))) {
      const text = parts.join('…');
      if (isSentence(text)) found.set(text, { text, pattern: new RegExp(parts.map(escaped).join('.*')) });
    }
  }
  return [...found.values()];
}

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly cooked?: string }[];
  readonly property?: { readonly value?: unknown };
  readonly key?: { readonly value?: unknown };
}

/** Each text of the code as its constant parts. */
function literalsOf(node: unknown): string[][] {
  if (typeof node !== 'object' || node === null) return [];
  const part = node as Node;
  // Lists of words are written as one text.
  if (
    part.type === 'ImportDeclaration' ||
    (part.type === 'MemberExpression' && part.property?.value === 'split')
  )
    return [];
  // A programmer's mistake is told to nobody, and a type says nothing.
  if (part.type === 'ThrowStatement' || part.type === 'TsInterfaceDeclaration') return [];
  if (part.type === 'KeyValueProperty' && otherKeys.has(String(part.key?.value))) return [];
  if (part.type === 'StringLiteral') return [[String(part.value)]];
  const own = part.type === 'TemplateLiteral' ? [(part.quasis ?? []).map(({ cooked = '' }) => cooked)] : [];
  return [...own, ...Object.values(part).flatMap(literalsOf)];
}

function isSentence(text: string): boolean {
  const plain = text.replaceAll(/\b(WHERE|LIMIT|ORDER BY|AS)\b/g, 'clause');
  const words = text.match(/\b[a-z]+\b/g) ?? [];
  return words.length > 1 && / .* /.test(text) && !/[(){}=<>[\]%"_]|[A-Z]{2}|\w\.[\w…]|^ /.test(plain);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
