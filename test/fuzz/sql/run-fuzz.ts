import type { DuckDBConnection } from '@duckdb/node-api';
import { Database } from '@sdq/duckdb';
import { HostileEngine, refusals, type Verdict } from '../../support/hostile-engine.ts';
import { createTables } from '../../support/statements/statements.ts';
import { type FuzzStatement, statementOf } from './statements.ts';

export interface FuzzOptions {
  /** Statements at most. */
  statements: number;
  /** Seconds at most. */
  seconds: number;
  /** Of the first statement; the next one has the next number. */
  seed: number;
  /** Whether statements go up to the plan only, and none is run: some twenty times as many in the same time. */
  gateOnly?: boolean;
  signal?: AbortSignal;
}

/** Something that must not happen. */
export interface FuzzFailure {
  readonly seed: number;
  readonly what: string;
  readonly sql: string;
}

export interface FuzzSummary {
  seed: number;
  statements: number;
  /** Statements that gave rows, or, where only the gate is asked, a plan. */
  answered: number;
  /** Errors by code. */
  errors: Record<string, number>;
  kinds: Record<string, number>;
  /** Query processes that a statement took along; the service lived on. */
  contained: FuzzFailure[];
  failures: FuzzFailure[];
  seconds: number;
  /** Why it ended. */
  ended: 'statements' | 'seconds' | 'interrupted' | 'failures';
}

const callers = 4;
const failuresMax = 50;
const probeEvery = 500;
/** Milliseconds that a generated statement gets. */
const timeoutMs = 400;

/** Runs generated statements through a whole engine, or its gate, and looks for what must not happen. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzSummary> {
  await using hostile = await HostileEngine.open();
  // The format of trees of older versions has no types with parameters inside of other types.
  const settings = { enable_external_access: 'false', storage_compatibility_version: 'latest' };
  await using database = await Database.open({ threads: 1, settings });
  const oracle = await database.connect();
  await createTables(oracle);
  const startedAt = performance.now();
  const summary: FuzzSummary = {
    seed: options.seed,
    statements: 0,
    answered: 0,
    errors: {},
    kinds: {},
    contained: [],
    failures: [],
    seconds: 0,
    ended: 'statements',
  };
  const ask = (sql: string) => (options.gateOnly === true ? hostile.plan(sql) : hostile.run(sql, timeoutMs));
  const isOver = (): boolean => {
    summary.seconds = (performance.now() - startedAt) / 1000;
    if (options.signal?.aborted) summary.ended = 'interrupted';
    else if (summary.failures.length >= failuresMax) summary.ended = 'failures';
    else if (summary.seconds >= options.seconds) summary.ended = 'seconds';
    else return summary.statements >= options.statements;
    return true;
  };
  const caller = async () => {
    while (!isOver()) {
      const seed = options.seed + summary.statements++;
      await one(seed, statementOf(seed), { hostile, oracle, summary, ask });
      if (seed % probeEvery === 0) await probe(hostile, seed, summary);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await probe(hostile, options.seed, summary);
  oracle.closeSync();
  return summary;
}

interface Machinery {
  hostile: HostileEngine;
  oracle: DuckDBConnection;
  summary: FuzzSummary;
  ask: (sql: string) => Promise<Verdict>;
}

async function one(seed: number, statement: FuzzStatement, machinery: Machinery) {
  const { hostile, oracle, summary, ask } = machinery;
  const { sql, kind } = statement;
  const fail = (what: string, list = summary.failures) =>
    void list.push({ seed, what, sql: sql.slice(0, 2_000) });
  summary.kinds[kind] = (summary.kinds[kind] ?? 0) + 1;
  let verdict: Verdict;
  try {
    verdict = await ask(sql);
  } catch (error) {
    return fail(`threw ${(error as Error).stack}`);
  }
  if (verdict.code === null) summary.answered++;
  else summary.errors[verdict.code] = (summary.errors[verdict.code] ?? 0) + 1;
  const leak = hostile.leakIn(sql, verdict);
  if (leak !== null) fail(`tells ${leak}: ${verdict.text.slice(0, 500)}`);
  if (verdict.code === 'service_unavailable') fail('its process died', summary.contained);
  if (verdict.code === 'internal_error')
    fail(`internal error: ${verdict.cause?.slice(0, 300)}`, summary.contained);
  const isAdmitted = verdict.code === null || !refusals.has(verdict.code);
  if (!isAdmitted) return;
  if (statement.mustBeRefused) fail(`was admitted: ${verdict.code ?? 'rows'}`);
  const type = await statementType(oracle, hostile.sql(sql));
  if (type !== 'SELECT') fail(`is ${type}, and was admitted`);
}

const blank = String.raw`(?:\s|\/\*.*?\*\/|--[^\n]*\n|[\u00a0\u200b])*`;
const anything = /^/;

/** Commands that are answered from the catalogue, or do nothing: their first word, and what may follow. */
const answered: Readonly<Record<string, RegExp>> = {
  SHOW: anything,
  DESCRIBE: anything,
  DESC: anything,
  SUMMARIZE: anything,
  BEGIN: anything,
  START: anything,
  COMMIT: anything,
  ROLLBACK: anything,
  END: anything,
  ABORT: anything,
  PRAGMA: new RegExp(`^${blank}(?:table_info|show|show_tables|show_databases|version)\\b`, 'is'),
  SET: /timezone|time|search_path|schema|datestyle|client_encoding|extra_float_digits|application_name/i,
};

/** What DuckDB itself takes the text for. */
async function statementType(oracle: DuckDBConnection, sql: string): Promise<string> {
  const statements = await oracle.extractStatements(sql).catch(() => null);
  if (statements === null) return 'no SQL';
  if (statements.count !== 1) return `${statements.count} statements`;
  // These say of themselves that they are SELECTs.
  const word = /^(?:\s|\/\*.*?\*\/|--[^\n]*\n|\()*(\w+)/s.exec(sql)?.[1]?.toUpperCase() ?? '';
  const rest = sql.slice(sql.toUpperCase().indexOf(word) + word.length);
  if (answered[word]?.test(rest)) return 'SELECT';
  if (/^(?:SHOW|DESCRIBE|DESC|SUMMARIZE|EXPLAIN|PRAGMA|CALL)$/.test(word)) return word;
  const read = await oracle.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]).catch(() => null);
  const json = String(read?.getRows()[0]?.[0] ?? '');
  return json.startsWith('{"error":false') ? 'SELECT' : 'no SELECT';
}

/** Whether the engine is as it was: its answers, and the files around it. */
async function probe(hostile: HostileEngine, seed: number, summary: FuzzSummary): Promise<void> {
  const sql = "SELECT count(*) AS n, lower('A') AS a FROM videos";
  const { text } = await hostile.run(sql, 20_000);
  if (!text.includes('{"n":400,"a":"a"}')) summary.failures.push({ seed, what: `probe gave ${text}`, sql });
  const written = await hostile.written();
  if (written.length > 0) {
    summary.failures.push({ seed, what: `files were written: ${written.join(', ')}`, sql: '' });
  }
}
