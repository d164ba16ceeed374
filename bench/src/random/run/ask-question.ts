import type { AnswerDigest } from '../../measure/answer-digest.ts';
import { engineName } from '../../peers/participant.ts';
import type { Contestant } from '../../run/contestant.ts';
import { measureSpelled, type Outcome } from '../../run/run-workload.ts';
import type { Spelling } from '../../workload/query.ts';
import { compareAnswers, notAmong, type WholeAnswer } from '../compare/compare-answers.ts';
import type { Question } from '../question.ts';

/** Answers with more rows are compared by their digests. */
const rowsKept = 200_000;
/** Other systems round halves otherwise. */
const roughly = 1e-6;
/** Of so many rows at most it is found out whether they contain those of an answer. */
const amongMax = 2_000_000;

export interface AskOptions {
  readonly runs: number;
  readonly signal: AbortSignal;
}

export interface Asked {
  /** Rows of the reference answer. */
  readonly rowCount: number | null;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** What of the answers could not be compared. */
  readonly notes: readonly string[];
}

/** Measures a question with every contestant, then compares the answers with those of the reference. */
export async function askQuestion(
  question: Question,
  contestants: readonly Contestant[],
  usualReference: Contestant,
  options: AskOptions,
): Promise<Asked> {
  const turn = question.number % contestants.length;
  const order = [...contestants.slice(turn), ...contestants.slice(0, turn)];
  const spelled = new Map(order.map((one) => [one, spellingFor(question, one)]));
  const outcomes = await measureSpelled(spelled, options);
  const notes: string[] = [];
  const isMeasured = ({ name }: Contestant) => outcomes.get(name)?.status === 'measured';
  // Where the reference gives no answer in time, another DuckDB may.
  const reference = [usualReference, ...contestants.filter(isOtherDuckdb)].find(isMeasured);
  if (reference === undefined) {
    notes.push('no answer of DuckDB to compare with');
    return { rowCount: null, outcomes, notes };
  }
  const expected = await reference.peer.digest(question.duckdb, rowsKept);
  // Native tables are read by the same program as the reference.
  const compared = contestants.filter(
    (one) => one !== reference && isMeasured(one) && !/native/.test(one.name),
  );
  for (const one of compared) {
    const outcome = outcomes.get(one.name);
    const sql = spellingFor(question, one);
    if (outcome?.status !== 'measured' || typeof sql !== 'string') continue;
    const difference = await differenceOf(question, sql, { one, reference, expected, notes }).catch(
      (error: Error) => `its answer could not be compared: ${error.message.split('\n')[0]}`,
    );
    options.signal.throwIfAborted();
    if (difference !== undefined) outcomes.set(one.name, { ...outcome, difference });
  }
  return { rowCount: expected.rowCount, outcomes, notes };
}

function isOtherDuckdb({ name, dialect }: Contestant): boolean {
  return dialect === 'duckdb' && name !== engineName;
}

function spellingFor({ duckdb, clickhouse, cannot }: Question, { dialect }: Contestant): Spelling {
  if (dialect === 'duckdb') return duckdb;
  if (dialect === 'clickhouse' && clickhouse !== undefined) return clickhouse;
  return { cannot: cannot ?? 'random questions are not written in its dialect' };
}

interface Compared {
  readonly one: Contestant;
  readonly reference: Contestant;
  readonly expected: AnswerDigest;
  readonly notes: string[];
}

async function differenceOf(
  { agreement }: Question,
  sql: string,
  { one, reference, expected, notes }: Compared,
): Promise<string | undefined> {
  const answer = await one.peer.digest(sql, rowsKept);
  const [whole, wanted] = [wholeOf(answer), wholeOf(expected)];
  if (whole === undefined || wanted === undefined) return differenceOfDigests(agreement, answer, expected);
  const comparison = compareAnswers(agreement, whole, wanted, {
    ...(one.name === engineName ? {} : { withNames: false, tolerance: roughly }),
  });
  if (comparison.outcome === 'equal') return undefined;
  if (comparison.outcome === 'different') return comparison.difference;
  // Only the engine's own rows are worth reading everything once more.
  if (one.name !== engineName) return undefined;
  const all = wholeOf(await reference.peer.digest(comparison.among, amongMax));
  if (all !== undefined) return notAmong(whole, all);
  notes.push('whether open rows are rows of the question was not compared: there are too many');
  return undefined;
}

function wholeOf({ columns, types, rows }: AnswerDigest): WholeAnswer | undefined {
  return rows === undefined ? undefined : { columns, types, rows };
}

function differenceOfDigests(
  { rows }: Question['agreement'],
  answer: AnswerDigest,
  expected: AnswerDigest,
): string | undefined {
  if (answer.rowCount !== expected.rowCount) return `${answer.rowCount} rows instead of ${expected.rowCount}`;
  return rows === 'all' && answer.multiset !== expected.multiset ? 'other rows' : undefined;
}
