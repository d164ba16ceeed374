import { type Emitted, emit, type PlanBinder } from '@sdq/clickhouse';
import { AppError } from '@sdq/contract';
import { type Databases, NodeError } from './databases.ts';
import { areSame, differByRounding, difference, type Rows, sorted } from './normal-rows.ts';
import type { StatementReader } from './read-statement.ts';

/**
 * `equal`; `open`: DuckDB itself answers otherwise over the same rows in another order, and `explain` says so; `refused`
 * with a hint or a place; `unread`: no answer of DuckDB to compare; `different`, `failed` and `unnamed` are faults.
 */
export type Outcome = 'equal' | 'open' | 'refused' | 'unread' | 'slow' | 'different' | 'failed' | 'unnamed';

export const faults: readonly Outcome[] = ['different', 'failed', 'unnamed'];

export interface Question {
  /** The collection that it belongs to. */
  readonly corpus: string;
  readonly name: string;
  readonly sql: string;
}

export interface Verdict extends Question {
  readonly outcome: Outcome;
  readonly note: string;
  readonly clickhouse?: string;
  readonly functions: readonly string[];
}

/** The gate refuses the question. */
export interface NotAdmitted {
  readonly outcome: 'not admitted';
  readonly note: string;
}

export interface Verifier {
  readonly reader: StatementReader;
  readonly binder: PlanBinder;
  readonly databases: Databases;
}

export async function judge(question: Question, verifier: Verifier): Promise<Verdict | NotAdmitted> {
  const { reader, binder, databases } = verifier;
  const resolved = await reader.read(question.sql).catch((error: unknown) => error as Error);
  if (resolved instanceof Error) return { outcome: 'not admitted', note: resolved.message };
  let emitted: Emitted;
  try {
    emitted = emit(await binder.bind(resolved), {
      tables: databases.tables,
      distributed: databases.isDistributed,
      text: question.sql,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw new Error(`${question.sql}\n${String((error as Error).stack)}`);
    const isRefusal = error.code === 'not_supported_by_backend';
    const note = isRefusal ? error.message : `${error.code}: ${error.message}`;
    return { ...question, outcome: isRefusal ? 'refused' : 'unread', note, functions: [] };
  }
  const { outcome, note } = await compare(question.sql, emitted, databases);
  return { ...question, outcome, note, clickhouse: emitted.sql, functions: Object.keys(emitted.functions) };
}

interface Judged {
  readonly outcome: Outcome;
  readonly note: string;
}

async function compare(sql: string, emitted: Emitted, databases: Databases): Promise<Judged> {
  if (emitted.columns.some(({ type }) => /STRUCT\((?:"" |[A-Z]+[,)])/.test(type)))
    return { outcome: 'unread', note: 'a struct without names' };
  const expected = await databases.inDuckdb(sql, emitted).catch((error: unknown) => error as Error);
  const given = await databases
    .inCluster(emitted.sql, emitted, emitted.settings)
    .catch((error: unknown) => error as Error);
  if (given instanceof NodeError) return failed(expected, given);
  if (given instanceof Error) throw given;
  if (expected instanceof Error) {
    if (/INTERRUPT/i.test(expected.message)) return { outcome: 'slow', note: 'DuckDB' };
    if (/isNaN|RangeError|struct/i.test(expected.message))
      return { outcome: 'unread', note: expected.message };
    return { outcome: 'different', note: `DuckDB fails: ${expected.message.slice(0, 200)}` };
  }
  return await compareRows(sql, emitted, expected, given, databases);
}

function failed(expected: Rows | Error, { message }: NodeError): Judged {
  if (/TIMEOUT_EXCEEDED|MEMORY_LIMIT/.test(message)) return { outcome: 'slow', note: 'ClickHouse' };
  if (message.includes('sdq:not_supported_by_backend')) return { outcome: 'refused', note: 'while it runs' };
  if (expected instanceof Error)
    return {
      outcome: 'equal',
      note: `both fail: ${expected.message.slice(0, 80)} | ${message.slice(0, 120)}`,
    };
  return { outcome: 'failed', note: message.slice(0, 600) };
}

async function compareRows(
  sql: string,
  emitted: Emitted,
  expected: Rows,
  given: Rows,
  databases: Databases,
): Promise<Judged> {
  const { ordered, open } = emitted;
  if (ordered !== 'none' && areSame(expected, given)) return { outcome: 'equal', note: 'in order' };
  const isSameSet = areSame(sorted(expected), sorted(given));
  if (isSameSet && ordered === 'none') return { outcome: 'equal', note: 'without order' };
  if (!isSameSet && open.some((what) => /approximate|a sample/.test(what)))
    return { outcome: 'open', note: open.join('; ') };
  if (isSameSet) {
    const keysOf = (rows: Rows) => rows.map((row) => emitted.orderColumns?.map((at) => row[at]) ?? []);
    if (areSame(keysOf(expected), keysOf(given))) return { outcome: 'equal', note: 'rows that tie' };
    return { outcome: 'different', note: `the order: ${difference(expected, given)}` };
  }
  if (open.some((what) => what.includes('tie at LIMIT')) && differOnlyAtEnd(emitted, expected, given))
    return { outcome: 'open', note: open.join('; ') };
  const turned: Rows[] = [];
  const differ = (answers: readonly Rows[]) => answers.some((rows) => !areSame(sorted(expected), rows));
  for await (const rows of databases.inOtherOrders(sql, emitted)) {
    turned.push(sorted(rows));
    if (differByRounding(sorted(expected), sorted(given), turned))
      return { outcome: 'equal', note: 'within the rounding of DuckDB' };
    if (differ(turned) && open.length > 0) break;
  }
  if (!differ(turned)) {
    if (
      open.some((what) => what.includes('LIMIT takes without ORDER BY')) &&
      expected.length === given.length
    )
      return { outcome: 'open', note: open.join('; ') };
    return { outcome: 'different', note: difference(sorted(expected), sorted(given)) };
  }
  return open.length > 0
    ? { outcome: 'open', note: open.join('; ') }
    : { outcome: 'unnamed', note: difference(sorted(expected), sorted(given)) };
}

/** Whether all rows agree but those that tie with the last one. */
function differOnlyAtEnd({ orderColumns }: Emitted, expected: Rows, given: Rows): boolean {
  if (orderColumns === null || expected.length !== given.length) return false;
  const keyOf = (row: readonly unknown[] = []) => orderColumns.map((at) => row[at]);
  if (!areSame(expected.map(keyOf), given.map(keyOf))) return false;
  const last = keyOf(expected.at(-1));
  const before = (rows: Rows) => sorted(rows.filter((row) => !areSame([keyOf(row)], [last])));
  return areSame(before(expected), before(given));
}
