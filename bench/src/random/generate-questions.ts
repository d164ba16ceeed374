import { createHash } from 'node:crypto';
import { Draw, NothingToDraw } from './draw/draw.ts';
import type { DataFacts } from './facts/data-facts.ts';
import { kinds as allKinds } from './kinds.ts';
import type { Draft, Kind, Question } from './question.ts';
import { render } from './sql/sql.ts';

/** How often a kind is drawn anew when the drawn table has nothing for it. */
const triesMax = 50;

export interface GenerateOptions {
  readonly count: number;
  readonly seed: number;
  /** Default: all kinds. */
  readonly kinds?: readonly Kind[];
}

/**
 * Writes questions over the data that `facts` describe: the same for the same facts, count, seed and kinds. In each
 * round every kind has one question, in an order of its own. A kind for which the tables have nothing is left out, and
 * named in `left`.
 */
export function generateQuestions(
  facts: DataFacts,
  { count, seed, kinds = allKinds }: GenerateOptions,
): { questions: Question[]; left: string[] } {
  const left = new Set<string>();
  const questions: Question[] = [];
  for (let round = 0; questions.length < count && left.size < kinds.length; round++) {
    const order = new Draw(seedOf(seed, round, '')).some(kinds, kinds.length, kinds.length);
    for (const kind of order) {
      if (questions.length === count) break;
      // Each question has its own draws: a change to one kind leaves the questions of others as they are.
      const draw = new Draw(seedOf(seed, round, kind.name));
      const draft = tryWrite(kind, { draw, facts });
      if (draft === undefined) left.add(kind.name);
      else questions.push(questionOf(draft, kind, questions.length + 1));
    }
  }
  return { questions, left: [...left] };
}

/** A seed for one purpose in one round. */
function seedOf(seed: number, round: number, name: string): number {
  const words = createHash('sha256').update(`${seed} ${round} ${name}`).digest();
  return words.readUInt32LE();
}

function tryWrite(kind: Kind, context: { draw: Draw; facts: DataFacts }): Draft | undefined {
  for (let tries = 0; tries < triesMax; tries++) {
    try {
      return kind.write(context);
    } catch (error) {
      if (!(error instanceof NothingToDraw)) throw error;
    }
  }
  return undefined;
}

function questionOf({ sql, agreement }: Draft, { name, reads, text }: Kind, number: number): Question {
  const { among, ...compared } = agreement;
  const duckdb = textOf(sql);
  const clickhouse = render(sql, 'clickhouse');
  return {
    number,
    kind: name,
    reads,
    isText: text === true,
    duckdb,
    ...(typeof clickhouse === 'string' ? { clickhouse } : { cannot: clickhouse.cannot }),
    agreement: { ...compared, ...(among === undefined ? {} : { among: textOf(among) }) },
  };
}

function textOf(sql: Draft['sql']): string {
  const text = render(sql, 'duckdb');
  if (typeof text === 'string') return text;
  throw new Error(`DuckDB cannot express a question: ${text.cannot}`);
}
