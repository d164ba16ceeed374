import {
  deniedFunctions,
  deniedFunctionsInFrom,
  offeredFunctions,
} from '../../../packages/core/src/gate/admit/functions/index.ts';
import { functionTemplates } from '../../../packages/core/src/introspection/functions.ts';
import { tokenize } from '../../../packages/core/src/syntax/tokens.ts';
import { statementsOf } from '../../support/statements/statements.ts';
import { Random } from './random.ts';
import { SelectGrammar, type Vocabulary } from './select-grammar.ts';
import { TypedGrammar } from './typed-grammar.ts';

/** A generated statement, and what is known of it beforehand. */
export interface FuzzStatement {
  readonly sql: string;
  readonly kind: 'typed' | 'select' | 'planted' | 'corpus' | 'attack' | 'noise';
  /** Whether it can only be refused. */
  readonly mustBeRefused: boolean;
}

const namesOf = (kind: string) =>
  [...offeredFunctions].filter(([, offered]) => offered.kind === kind).map(([name]) => name);
const isWord = (name: string) => /^[a-z]\w*$/.test(name);
const offered: Vocabulary = {
  scalar: namesOf('scalar').filter(isWord),
  aggregate: namesOf('aggregate').filter(isWord),
  window: namesOf('window'),
};
// what the catalogue answers in the place of a function is no call of it; of settings, nearly all are refused
const denied = [...deniedFunctions.keys()].filter(
  (name) => isWord(name) && (!functionTemplates.has(name) || name === 'current_setting'),
);
const deniedInFrom = [...denied, ...deniedFunctionsInFrom.keys()];
const corpus = statementsOf('corpus').map(({ sql }) => sql);
const attacks = [...statementsOf('refused'), ...statementsOf('attacks')].map(({ sql }) => sql);
const blanks = [' ', '\n', '\t', '/**/', ' -- x\n', '\u00a0', '/* /* */ */', '\u200b', '\r\n'];
const noise = [
  '\u0000',
  ';',
  "'",
  '"',
  '$$',
  '(',
  ')',
  '[',
  '{',
  '}',
  '--',
  '/*',
  '*/',
  '\\',
  '`',
  '🎈',
  '\ud800',
  '?',
  '$1',
  ':x',
  '@',
  '#',
  'SELECT',
  'FROM',
  'WITH',
  'ATTACH',
  'COPY',
  'PRAGMA',
  'SET',
  'CALL',
  'INSERT',
];

/** The statement of a seed: always the same. */
export function statementOf(seed: number): FuzzStatement {
  const random = new Random(seed);
  const drawn = random.fraction();
  if (drawn < 0.2) return harmless('typed', new TypedGrammar(random).statement());
  if (drawn < 0.45) return harmless('select', new SelectGrammar(random, offered).statement());
  if (drawn < 0.6) return planted(random);
  if (drawn < 0.75) return harmless('corpus', mutated(random.pick(corpus), random));
  if (drawn < 0.95) return harmless('attack', disguised(mutated(random.pick(attacks), random, 0.4), random));
  return harmless('noise', random.some(1, 40, () => random.pick(noise)).join(random.pick(['', ' '])));
}

function harmless(kind: FuzzStatement['kind'], sql: string): FuzzStatement {
  return { kind, sql, mustBeRefused: false };
}

/** A function that is not offered, somewhere in a statement of the grammar. */
function planted(random: Random): FuzzStatement {
  const call = (name: string) =>
    `${name}${random.pick(blanks)}(${random.pick(['', "'a'", "'/etc/passwd'", '1, 2'])})`;
  const place = `SQ${'X'.repeat(8)}`;
  const hostile = random.chance(0.4)
    ? `(SELECT count(*) FROM ${call(random.pick(deniedInFrom))})`
    : call(random.chance(0.5) ? random.pick(denied) : random.pick(denied).toUpperCase());
  const grammar = new SelectGrammar(random, { ...offered, scalar: [...offered.scalar, place] });
  for (let tries = 0; tries < 20; tries++) {
    const sql = grammar.statement();
    const at = sql.indexOf(`${place}(`);
    if (at < 0) continue;
    const rest = sql.slice(at + place.length).replaceAll(place, 'abs');
    return {
      kind: 'planted',
      sql: `${sql.slice(0, at)}coalesce(${hostile}) = coalesce${rest}`,
      mustBeRefused: true,
    };
  }
  return { kind: 'planted', sql: `SELECT ${hostile} FROM videos`, mustBeRefused: true };
}

/** Tokens left out, doubled, exchanged, or taken from another statement. */
function mutated(sql: string, random: Random, probability = 0.8): string {
  if (!random.chance(probability)) return sql;
  const parts = tokensOf(sql);
  for (let edits = 1 + random.below(3); edits > 0 && parts.length > 0; edits--) {
    const at = random.below(parts.length);
    switch (random.below(5)) {
      case 0:
        parts.splice(at, 1);
        break;
      case 1:
        parts.splice(at, 0, parts[random.below(parts.length)] ?? '');
        break;
      case 2:
        parts[at] = random.pick(tokensOf(random.pick(random.chance(0.3) ? attacks : corpus))) ?? '';
        break;
      case 3:
        parts[at] = random.pick(noise);
        break;
      default:
        parts[at] = new SelectGrammar(random, offered).expression(2);
    }
  }
  return parts.join(random.chance(0.8) ? ' ' : random.pick(blanks));
}

function tokensOf(sql: string): string[] {
  try {
    return tokenize(sql).tokens.map(({ start, end }) => sql.slice(start, end));
  } catch {
    return sql.split(/\s+/);
  }
}

/** The same attack in other clothes: letters, blanks, comments, quotes, a place inside of something else. */
function disguised(sql: string, random: Random): string {
  let text = sql;
  if (random.chance(0.3)) {
    text = [...text]
      .map((letter) => (random.chance(0.5) ? letter.toUpperCase() : letter.toLowerCase()))
      .join('');
  }
  if (random.chance(0.4)) text = text.replaceAll(' ', () => random.pick(blanks));
  if (random.chance(0.3)) {
    text = random.pick([
      `SELECT * FROM (${text}) AS t`,
      `WITH c AS (${text}) SELECT * FROM c`,
      `SELECT 1 UNION ALL (${text})`,
      `SELECT (${text})`,
      `SELECT 1; ${text}`,
      `${text}; SELECT 1`,
      `SELECT '${text}'`,
      `SELECT $$${text}$$`,
      `SELECT 1 /* ${text} */`,
      `SELECT "${text}"`,
      `SELECT * FROM videos WHERE EXISTS (${text})`,
      `SELECT 1 -- \n; ${text}`,
    ]);
  }
  return text;
}
