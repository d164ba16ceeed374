import { AppError, type ResultColumn } from '@sdq/contract';
import { type Engine, openEngine } from '@sdq/core';
import { linesOf } from '../../support/plain-duckdb.ts';
import { withoutAccessPaths } from './without-access-paths.ts';

/** What the engine answers: rows, or the error that its caller gets. */
export type EngineAnswer =
  | {
      readonly outcome: 'rows';
      readonly columns: readonly Pick<ResultColumn, 'name' | 'type'>[];
      readonly lines: readonly string[];
      /** Whether it tells of the catalogue alone: each database answers that of itself. */
      readonly isFree?: boolean;
    }
  | {
      readonly outcome: 'error';
      readonly code: string;
      readonly message: string;
      readonly hint: string | null;
    };

/** The engine as it is, and the same engine without access paths. */
export interface Engines extends AsyncDisposable {
  withPaths(sql: string): Promise<EngineAnswer>;
  withoutPaths(sql: string): Promise<EngineAnswer>;
}

export interface EnginesOptions {
  readonly index: string;
  readonly platform: string;
  /** The time limit of a statement, in milliseconds. */
  readonly timeoutMs: number;
}

const memoryBytesMax = 2 ** 30;
const bytesMax = 200_000_000;

/** Opens both engines, each with one query process of one thread. */
export async function openEngines({ index, platform, timeoutMs }: EnginesOptions): Promise<Engines> {
  const duckdb = { processes: 1, threads: 1, memoryBytesMax };
  const common = { index, cacheBytesMax: 0, refreshMs: 0 };
  const opening = [
    openEngine({ ...common, ...duckdb }),
    openEngine({ ...common, backend: withoutAccessPaths(duckdb), advisoryParser: false }),
  ] as const;
  const close = async () => {
    await Promise.allSettled(opening.map(async (engine) => (await engine).close()));
  };
  const [routed, base] = await Promise.all(opening).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const ask = (engine: Engine) => async (sql: string) => await answerOf(engine, sql, platform, timeoutMs);
  return { withPaths: ask(routed), withoutPaths: ask(base), [Symbol.asyncDispose]: close };
}

async function answerOf(
  engine: Engine,
  sql: string,
  platform: string,
  timeoutMs: number,
): Promise<EngineAnswer> {
  try {
    const prepared = await engine.prepare(sql, { platform });
    const result = await engine.query(sql, { platform, timeoutMs, bytesMax, prepared });
    const parts: Uint8Array[] = [];
    for await (const part of result.bytes('ndjson')) parts.push(part);
    const { isFree } = result.facts;
    const lines = linesOf(parts);
    if (lines.length > prepared.rowsMax) throw new Error(`${lines.length} rows, not ${prepared.rowsMax}`);
    return { outcome: 'rows', columns: result.columns, lines, isFree };
  } catch (error) {
    if (!(error instanceof AppError)) {
      return { outcome: 'error', code: 'exception', message: String(error), hint: null };
    }
    const { code, message, hint, sql: details } = error;
    const said = details[0];
    const names = said?.candidates ?? [];
    const similar = names.length === 0 ? null : `Did you mean ${names.slice(0, 3).join(', ')}?`;
    return {
      outcome: 'error',
      code,
      message: said?.message ?? message,
      hint: hint ?? said?.hint ?? similar,
    };
  }
}
