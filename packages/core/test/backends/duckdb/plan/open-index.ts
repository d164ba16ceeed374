import { join } from 'node:path';
import { type OwnTable, withTables } from '@sdq/catalog';
import type { ResultColumn } from '@sdq/contract';
import { openSnapshot } from '@sdq/index';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import type { ResultStream } from '../../../../src/backend/result-stream.ts';
import { InProcessRunner } from '../../../../src/backends/duckdb/execute/in-process-runner.ts';
import { type PlannedLookUp, planLookUp } from '../../../../src/backends/duckdb/plan/look-up.ts';
import { plan as planResolved, questionOf } from '../../../../src/backends/duckdb/plan/plan.ts';
import type { Plan, SpeculativePlan } from '../../../../src/backends/duckdb/runnable-plan.ts';
import { resolveQuery } from '../../../../src/engine/run-query.ts';
import { Parser } from '../../../../src/gate/parse/parser.ts';

export interface Answer {
  readonly columns: readonly ResultColumn[];
  /** Rows as JSON, in the order they came. */
  readonly lines: readonly string[];
  readonly plan: Plan;
  readonly attempt: number | null;
}

/** An index that queries can be put to with any of the planner's rules off. */
export interface OpenIndex extends AsyncDisposable {
  /**
   * With an access path that is taken wherever it knows a way, whatever that costs, and with those of its speculative plans
   * that are told.
   */
  answer(
    text: string,
    rulesOff: readonly string[],
    preferredPath?: string,
    platform?: string,
    tried?: (attempt: SpeculativePlan) => boolean,
  ): Promise<Answer>;
  /** As a look-up, where it is one, and as the planner with all rules would answer it. */
  lookUp(text: string): Promise<LookedUp>;
}

export interface LookedUp {
  readonly lookUp: PlannedLookUp | undefined;
  /** Undefined where the look-up misses. */
  readonly answer: Pick<Answer, 'columns' | 'lines'> | undefined;
  readonly plan: Plan;
}

/** Results are cut here: whoever compares has to see that they were not. */
export const rowsMax = 50_000;

/** Opens what `make` writes into a directory of its own, with these tables beside the built-in ones; deleted when disposed of. */
export async function openIndex(
  make: (root: string) => Promise<unknown>,
  tables: readonly OwnTable[] = [],
): Promise<OpenIndex> {
  const catalog = withTables(tables);
  const directory = await temporaryDirectory();
  await make(directory.path);
  const snapshot = await openSnapshot(directory.path);
  const parser = await Parser.open({ advisoryParser: false });
  const runner = await InProcessRunner.open({
    directories: [join(directory.path, 'data')],
    threads: 2,
    memoryBytesMax: 2 ** 30,
    temporaryDirectory: join(directory.path, 'spill'),
    concurrency: 2,
  });
  const limits = { rowsMax, bytesMax: 1e9, timeoutMs: 60_000 };
  const resolve = async (text: string, platform: string) => {
    const request = { text, platform, parameters: undefined, signal: undefined };
    return (await resolveQuery(request, { catalog, parser })).resolved;
  };
  return {
    async answer(text, rulesOff, preferredPath, platform = 'shortvideo', tried = () => true) {
      const resolved = await resolve(text, platform);
      const whole = planResolved(resolved, snapshot, { rowsMax: rowsMax + 1, rulesOff, preferredPath });
      const plan = { ...whole, attempts: whole.attempts.filter(tried) };
      const query = await runner.start(plan, limits, undefined);
      const lines = await linesOf(query);
      return { columns: query.columns, lines, plan, attempt: query.summary?.attempt ?? null };
    },
    async lookUp(text) {
      const resolved = await resolve(text, 'shortvideo');
      const plan = planResolved(resolved, snapshot, { rowsMax: rowsMax + 1 });
      const lookUp = planLookUp(resolved, questionOf(resolved), snapshot);
      const found = lookUp && (await runner.lookUp(lookUp, limits, undefined));
      const answer = found && { columns: found.columns, lines: await linesOf(found) };
      return { lookUp, answer, plan };
    },
    async [Symbol.asyncDispose]() {
      await parser[Symbol.asyncDispose]();
      await runner[Symbol.asyncDispose]();
      await directory[Symbol.asyncDispose]();
    },
  };
}

async function linesOf(query: ResultStream): Promise<string[]> {
  const parts: Uint8Array[] = [];
  for await (const part of query.bytes('ndjson')) parts.push(part.slice());
  const rows = Buffer.concat(parts).toString();
  return rows.split('\n').filter((line) => line !== '');
}

/** Fifty video ids, the same each time. */
export async function sampledIds(index: OpenIndex): Promise<string[]> {
  const { lines } = await index.answer('SELECT video_id FROM videos USING SAMPLE 50 ROWS (reservoir, 7)', []);
  return lines.map((line) => (JSON.parse(line) as { video_id: string }).video_id);
}
