import { join } from 'node:path';
import type { BackendFactory, BackendPlan } from '../../packages/core/src/backend/execution-backend.ts';
import type { RunLimits } from '../../packages/core/src/backend/result-stream.ts';
import { duckdbBackend } from '../../packages/core/src/backends/duckdb/duckdb-backend.ts';
import { ProcessRunner } from '../../packages/core/src/backends/duckdb/process/process-runner.ts';
import type { RunnablePlan } from '../../packages/core/src/backends/duckdb/runnable-plan.ts';

/** A text that contains this ends the process that runs it. */
export const crashMark = "'crash";

/** Ends its process with a segmentation fault; the gate refuses it. */
const crashSql = "SELECT (repeat('[', 100000) || '1' || repeat(']', 100000))::JSON::VARIANT AS v";

/** What the backend was told of one run. */
export interface ObservedRun extends Pick<RunLimits, 'account' | 'runsApart'> {
  readonly text: string;
}

/**
 * DuckDB's backend, except that marked texts, once admitted, are run as a statement that ends its process. They stand for
 * crashes that nobody has found yet. All other texts run in this process.
 */
export function crashingBackend(onRun: (run: ObservedRun) => void = () => {}): BackendFactory {
  const options = { threads: 1, memoryBytesMax: 2 ** 28 };
  const open = duckdbBackend({ ...options, isolation: 'in-process' });
  return async (context) => {
    const backend = await open(context);
    const directories = [join(context.index, 'data')];
    let processes: Promise<ProcessRunner> | undefined;
    const runner = async () => {
      processes ??= ProcessRunner.open({ directories, ...options, processes: 1, concurrency: 4 });
      return await processes;
    };
    const crash = { sql: crashSql, parameters: [], views: [], attachments: [], attempts: [] };
    const observed = (plan: BackendPlan, text: string): BackendPlan => ({
      rules: plan.rules,
      routes: plan.routes,
      attempts: plan.attempts,
      describe: (limits, signal) => plan.describe(limits, signal),
      toUserError: (error) => plan.toUserError(error),
      async run(limits, signal) {
        onRun({ text, account: limits.account ?? null, runsApart: limits.runsApart ?? false });
        return text.includes(crashMark)
          ? await (await runner()).start(crash as unknown as RunnablePlan, limits, signal)
          : await plan.run(limits, signal);
      },
    });
    return {
      name: backend.name,
      get snapshotId() {
        return backend.snapshotId;
      },
      acquire(snapshotId) {
        const held = backend.acquire(snapshotId);
        return {
          id: held.id,
          rowCount: (table) => held.rowCount(table),
          plan: async (query, limits) => observed(await held.plan(query, limits), query.statement.text),
          release: () => held.release(),
        };
      },
      refresh: () => backend.refresh(),
      status: () => backend.status(),
      async [Symbol.asyncDispose]() {
        await (await processes)?.[Symbol.asyncDispose]();
        await backend[Symbol.asyncDispose]();
      },
    };
  };
}
