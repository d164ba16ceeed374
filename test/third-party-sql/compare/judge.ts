import type { EngineAnswer, Engines } from '../databases/engines.ts';
import type { PlainAnswer } from '../databases/messages.ts';
import type { PlainDatabase } from '../databases/plain-database.ts';
import type { Outcome, Statement, Verdict } from '../statement.ts';
import { areAmong, differenceOfOrder, differenceOfRows } from './compare-rows.ts';
import { errorKind } from './error-kind.ts';
import { orderedPositions, withoutLimit } from './syntax.ts';

/** Codes with which the engine refuses a statement before it runs. */
const refusals: ReadonlySet<string> = new Set([
  'sql_syntax_error',
  'sql_unknown_table',
  'sql_unknown_column',
  'sql_unknown_function',
  'sql_type_error',
  'sql_parameter_error',
  'statement_not_allowed',
  'multiple_statements',
  'not_supported_by_backend',
]);
const crashes: ReadonlySet<string> = new Set(['internal_error', 'service_unavailable', 'exception']);
const stops: ReadonlySet<string> = new Set(['query_timeout', 'query_memory_exceeded', 'result_too_large']);

type PlainRows = Extract<PlainAnswer, { outcome: 'rows' }>;
type EngineRows = Extract<EngineAnswer, { outcome: 'rows' }>;

/** Runs one statement everywhere and compares what comes of it. */
export async function judge(statement: Statement, plain: PlainDatabase, engines: Engines): Promise<Verdict> {
  const { sql, skipped } = statement;
  const verdict = (outcome: Outcome, kind: string, detail = kind): Verdict => ({
    statement,
    outcome,
    kind,
    detail,
  });
  if (skipped !== undefined) return verdict('skipped', skipped);
  const expected = await plain.run(sql);
  if (expected.outcome === 'error') {
    const kind = `${expected.type}: ${errorKind(expected.message)}`;
    // What ends plain DuckDB may end the engine's process too.
    const crash = /^(Crash|INTERNAL|FATAL)$/i.test(expected.type) ? await crashOf(engines, sql) : undefined;
    return crash === undefined
      ? verdict('failed', kind, expected.message)
      : verdict('crashed', crash, `plain DuckDB: ${expected.type}: ${expected.message.split('\n')[0]}`);
  }
  const [routed, base] = await Promise.all([engines.withPaths(sql), engines.withoutPaths(sql)]);
  const answers = [
    ['with access paths', routed],
    ['without access paths', base],
  ] as const;
  for (const [, answer] of answers) {
    if (answer.outcome !== 'error') continue;
    const kind = `${answer.code}: ${errorKind(answer.message)}`;
    const detail = answer.hint === null ? answer.message : `${answer.message} (hint: ${answer.hint})`;
    if (crashes.has(answer.code)) return verdict('crashed', kind, detail);
    if (stops.has(answer.code)) return verdict('stopped', kind, detail);
    const isSame = answers.every(([, other]) => other.outcome === 'error' && other.code === answer.code);
    if (refusals.has(answer.code) && isSame) return verdict('refused', kind, detail);
  }
  const differences: Difference[] = [];
  const syntax = /\border\s+by\b|\blimit\b|\bfetch\b/i.test(sql) ? await plain.syntax(sql) : null;
  for (const [where, answer] of answers) {
    const difference = differenceOf(expected, answer, syntax);
    if (difference !== undefined) differences.push({ where, answer, ...difference });
  }
  if (expected.isCut) return verdict('open', 'more rows than are compared');
  if (differences.length === 0) return verdict('equal', 'equal');
  const told = differences.map(({ where, text }) => `${where}: ${text}`).join('; ');
  const isOfCatalogue = answers.every(([, answer]) => answer.outcome === 'rows' && answer.isFree === true);
  if (isOfCatalogue) return verdict('open', 'what a database tells of itself', told);
  const isOfRows = differences.every(({ what }) => what === 'rows' || what === 'order');
  const open = isOfRows ? await whyOpen(statement, expected, differences, { plain, syntax }) : undefined;
  if (open !== undefined) return verdict('open', open, told);
  const sides = differences.length === answers.length ? 'both ways' : `only ${differences[0]?.where}`;
  const kinds = [...new Set(differences.map(({ what }) => what))].join(', ');
  return verdict('different', `${kinds}, ${sides}`, told);
}

async function crashOf(engines: Engines, sql: string): Promise<string | undefined> {
  const answer = await engines.withPaths(sql);
  return answer.outcome === 'error' && crashes.has(answer.code)
    ? `${answer.code}: ${errorKind(answer.message)}`
    : undefined;
}

interface Difference {
  readonly where: string;
  readonly what: 'names' | 'types' | 'rows' | 'order' | 'error';
  readonly text: string;
  readonly answer: EngineAnswer;
}

/** How an answer of the engine differs from plain DuckDB's; undefined if it does not. */
export function differenceOf(
  expected: PlainRows,
  answer: EngineAnswer,
  syntax: string | null,
): Pick<Difference, 'what' | 'text'> | undefined {
  if (answer.outcome === 'error') return { what: 'error', text: `${answer.code}: ${answer.message}` };
  const listed = (columns: EngineRows['columns'], of: 'name' | 'type') =>
    JSON.stringify(columns.map((column) => column[of]));
  for (const [of, what] of [
    ['name', 'names'],
    ['type', 'types'],
  ] as const) {
    const [wanted, found] = [listed(expected.columns, of), listed(answer.columns, of)];
    if (wanted !== found) return { what, text: `${what} ${found} instead of ${wanted}` };
  }
  if (expected.isCut) return undefined;
  if (expected.lines === null) return { what: 'rows', text: 'the rows of plain DuckDB cannot be encoded' };
  const rows = differenceOfRows(expected.lines, answer.lines);
  if (rows !== undefined) return { what: 'rows', text: rows };
  const names = expected.columns.map(({ name }) => name);
  const order = differenceOfOrder(
    { lines: expected.lines, names },
    { lines: answer.lines, names },
    orderedPositions(syntax, names),
  );
  return order === undefined ? undefined : { what: 'order', text: order };
}

const sample = /\b(?:tablesample|using\s+sample|reservoir_quantile|sample)\b/i;
const clock =
  /\b(?:now|today|current_date|current_time|current_timestamp|get_current_\w+|localtime\w*|transaction_timestamp|age)\b/i;

/** Why SQL leaves the rows of a statement open; undefined if it determines them. */
async function whyOpen(
  { sql }: Statement,
  expected: PlainRows,
  differences: readonly Difference[],
  { plain, syntax }: { plain: PlainDatabase; syntax: string | null },
): Promise<string | undefined> {
  const again = await plain.run(sql);
  if (isOther(expected, again)) {
    if (sample.test(sql)) return 'a sample';
    return clock.test(sql) ? 'the clock' : 'random values';
  }
  if (sample.test(sql)) return 'a sample';
  const unlimited = withoutLimit(syntax);
  const text = unlimited === null ? null : await plain.text(unlimited);
  if (text !== null && differences.every(({ what }) => what === 'rows')) {
    const all = await plain.run(text);
    const areAll = differences.every(({ answer }) => isPartOf(answer, expected, all));
    if (areAll) return 'LIMIT without a total order';
  }
  const shuffled = await plain.run(sql, 'shuffled');
  return isOther(expected, shuffled) ? 'the order of rows or a tie' : undefined;
}

function isPartOf(answer: EngineAnswer, expected: PlainRows, all: PlainAnswer): boolean {
  if (answer.outcome !== 'rows' || all.outcome !== 'rows' || all.isCut || all.lines === null) return false;
  return answer.lines.length === expected.lines?.length && areAmong(all.lines, answer.lines);
}

function isOther(expected: PlainRows, other: PlainAnswer): boolean {
  if (other.outcome !== 'rows') return true;
  return differenceOfRows(expected.lines ?? [], other.lines ?? []) !== undefined;
}
