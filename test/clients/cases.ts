import { readFileSync } from 'node:fs';

/** A case of all clients; `cases.json` is read by each in its own language. */
export interface ClientCase {
  readonly name: string;
  readonly sql: string;
  readonly parameters?: readonly never[] | Readonly<Record<string, never>>;
  readonly limit?: number;
  readonly maxCost?: string;
  readonly apiKey?: string;
  /** What the network does: a fault of `faulty-network.ts`. */
  readonly fault?: string;
  /** Whether the result is read as a stream. */
  readonly stream?: boolean;
  /** Whether the client reads on a stream that broke off. */
  readonly resume?: boolean;
  /** Values as the service writes them in JSON; integers beyond 2^53 and decimals of more than 15 digits are strings. */
  readonly rows?: readonly unknown[][];
  readonly count?: number;
  /** Different values of the first column. */
  readonly different?: number;
  /** DuckDB's types of the columns. */
  readonly types?: readonly string[];
  /** Python's types of the first row. */
  readonly python?: readonly string[];
  readonly truncated?: boolean;
  /** What all attempts together cost. A broken stream costs what was sent: not told here. */
  readonly cost?: string;
  readonly error?: { code: string; line?: number; column?: number; candidates?: string[] };
}

/** What a client made of a case. */
export interface Outcome {
  rows?: unknown[][];
  count?: number;
  different?: number;
  types?: string[];
  python?: string[];
  truncated?: boolean;
  cost?: string;
  error?: { code: string; line: number | null; column: number | null; candidates: string[] };
}

export const casesPath = new URL('cases.json', import.meta.url);

export const clientCases = JSON.parse(readFileSync(casesPath, 'utf8')) as ClientCase[];

/** The outcome without what the case does not tell. */
export function expectedPart(expected: ClientCase, outcome: Outcome): [part: object, whole: object] {
  const { rows, count, different, types, truncated, cost, error } = expected;
  const told = { rows, count, different, types, truncated, cost, error };
  const names = Object.keys(told).filter((name) => told[name as keyof typeof told] !== undefined);
  const part: Record<string, unknown> = Object.fromEntries(
    names.map((name) => [name, outcome[name as keyof Outcome]]),
  );
  if (error !== undefined && outcome.error !== undefined)
    part.error = Object.fromEntries(
      Object.keys(error).map((name) => [name, outcome.error?.[name as 'code']]),
    );
  if (error === undefined && outcome.error !== undefined) part.error = outcome.error;
  return [part, Object.fromEntries(names.map((name) => [name, told[name as keyof typeof told]]))];
}
