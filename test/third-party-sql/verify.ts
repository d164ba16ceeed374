import { judge } from './compare/judge.ts';
import { type Engines, openEngines } from './databases/engines.ts';
import { PlainDatabase, type PlainDatabaseOptions } from './databases/plain-database.ts';
import type { Statement, Verdict } from './statement.ts';

/** Plain DuckDB and the engine over the same index. */
export interface Databases extends AsyncDisposable {
  readonly plain: PlainDatabase;
  readonly engines: Engines;
}

/** Opens both. The engine's time limit is twice that of plain DuckDB, because it runs with and without access paths. */
export async function openDatabases(options: PlainDatabaseOptions): Promise<Databases> {
  const engines = await openEngines({ ...options, timeoutMs: 2 * options.timeoutMs });
  const plain = new PlainDatabase(options);
  return {
    plain,
    engines,
    async [Symbol.asyncDispose]() {
      await plain[Symbol.asyncDispose]();
      await engines[Symbol.asyncDispose]();
    },
  };
}

export interface VerifyOptions {
  readonly signal?: AbortSignal | undefined;
  onVerdict?(verdict: Verdict, done: number): void;
}

/** Statements that are judged at the same time. */
const concurrency = 3;

/**
 * Runs statements in plain DuckDB and in the engine and compares the answers. The verdicts are in the order of the
 * statements; if the signal is aborted, those of the first ones.
 */
export async function verify(
  statements: Iterable<Statement> | AsyncIterable<Statement>,
  { plain, engines }: Databases,
  { signal, onVerdict }: VerifyOptions = {},
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const waiting = new Set<Promise<void>>();
  let at = 0;
  let done = 0;
  for await (const statement of statements) {
    if (signal?.aborted) break;
    const position = at++;
    const work = judge(statement, plain, engines).then((verdict) => {
      verdicts[position] = verdict;
      onVerdict?.(verdict, ++done);
    });
    const settled = work.finally(() => waiting.delete(settled));
    waiting.add(settled);
    if (waiting.size >= concurrency) await Promise.race(waiting);
  }
  await Promise.all(waiting);
  return verdicts;
}
