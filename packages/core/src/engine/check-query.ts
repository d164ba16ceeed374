import {
  AppError,
  type ErrorCode,
  type SqlErrorDetail,
  type SqlParameter,
  type SqlParameters,
} from '@sdq/contract';
import type { Explanation } from './explanation.ts';
import type { PreparedQuery } from './prepared-query.ts';

/** Something that is wrong with a query. */
export interface QueryFault extends SqlErrorDetail {
  readonly code: ErrorCode;
}

/** A parameter that a text names: `$region` is `region`, `$2` and the second `?` are `2`. */
export interface AskedParameter {
  readonly name: string;
  /** Whether the caller gave a value; otherwise the text was read with NULL in its place. */
  readonly isGiven: boolean;
  /** The SQL type that follows from where it stands, such as `BIGINT`; null where several would do, and for a query with faults. */
  readonly type: string | null;
}

/** What is known of a query without running it; what is wrong with it is no error. */
export interface CheckedQuery {
  /** Empty for a query that can be run, once all its parameters are given. */
  readonly faults: readonly QueryFault[];
  /** In the order of their first places. */
  readonly parameters: readonly AskedParameter[];
  /** Null for a query with faults. */
  readonly prepared: PreparedQuery | null;
  /** Null for a query with faults. */
  readonly explanation: Explanation | null;
}

type Tokens = readonly { kind: string; start: number; end: number }[];

/** Reads and plans a text with values. Errors: only those that are not about the text, such as `service_unavailable`. */
export async function checkQuery(
  text: string,
  given: SqlParameters | undefined,
  tokens: () => Tokens,
  plan: (values: SqlParameters) => Promise<{ prepared: PreparedQuery; explanation: Explanation }>,
): Promise<CheckedQuery> {
  let parameters: AskedParameter[] = [];
  try {
    const names = namesIn(text, tokens());
    parameters = names.map((name) => ({ name, isGiven: isGiven(name, given), type: null }));
    const planned = await plan(withNulls(names, given));
    const types = new Map(
      Object.entries(planned.explanation.parameterTypes).map(([name, type]) => [name.toLowerCase(), type]),
    );
    parameters = parameters.map((each) => ({ ...each, type: types.get(each.name.toLowerCase()) ?? null }));
    return { faults: [], parameters, ...planned };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
    return { faults: faultsOf(error), parameters, prepared: null, explanation: null };
  }
}

function namesIn(text: string, tokens: Tokens): readonly string[] {
  const names = new Map<string, string>();
  let position = 0;
  for (const { kind, start, end } of tokens) {
    if (kind !== 'parameter') continue;
    const name = end - start === 1 ? String(++position) : text.slice(start + 1, end);
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

function isGiven(name: string, given: SqlParameters = []): boolean {
  if (Array.isArray(given)) return Number(name) <= given.length;
  return Object.keys(given).some((key) => key.toLowerCase() === name.toLowerCase());
}

/** The values with NULL for each one that is missing, so that types and columns are those of some value. */
function withNulls(names: readonly string[], given: SqlParameters = []): SqlParameters {
  const missing = names.filter((name) => !isGiven(name, given));
  if (missing.length === 0) return given;
  const isPositional = names.every((name) => /^\d+$/.test(name));
  if (isPositional && Array.isArray(given)) {
    const count = Math.max(...names.map(Number));
    return Array.from({ length: Math.min(count, 1_000) }, (_, i) => (given[i] ?? null) as SqlParameter);
  }
  return {
    ...(given as Record<string, SqlParameter>),
    ...Object.fromEntries(missing.map((name) => [name, null])),
  };
}

function faultsOf({ code, message, hint, sql }: AppError): QueryFault[] {
  if (sql.length > 0) return sql.map((detail) => ({ code, ...detail, hint: detail.hint ?? hint ?? null }));
  const nowhere = { offset: null, length: null, line: null, column: null, near: null, candidates: [] };
  return [{ code, message, ...nowhere, hint: hint ?? null }];
}
