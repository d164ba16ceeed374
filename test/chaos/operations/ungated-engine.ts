import { join } from 'node:path';
import { builtInCatalog } from '@sdq/catalog';
import { type Engine, openEngine, type QueryOptions } from '@sdq/core';
import { livingRows, openSnapshot } from '@sdq/index';
import { baseRelation } from '../../../packages/core/src/backends/duckdb/access-paths/base-scan/base-scan.ts';
import { userErrors } from '../../../packages/core/src/backends/duckdb/errors/user-errors.ts';
import { ProcessRunner } from '../../../packages/core/src/backends/duckdb/process/process-runner.ts';
import type { Plan } from '../../../packages/core/src/backends/duckdb/runnable-plan.ts';
import { storedFacts } from '../../../packages/core/src/engine/query-facts.ts';
import { StartedQuery } from '../../../packages/core/src/engine/query-result.ts';

/** Texts that begin so are run as they are. */
export const ungated = '/* past the gate */ ';

export interface UngatedEngine extends AsyncDisposable {
  engine: Engine;
  /** Query processes that ended since the start. */
  ended: () => number;
}

/**
 * An engine whose gate has a hole: marked text runs past it, in processes like those of any query. It stands for
 * whatever nobody has found yet, so that what is behind the gate can be tested through the service.
 */
export async function openUngatedEngine(index: string): Promise<UngatedEngine> {
  const options = { threads: 1, memoryBytesMax: 2 ** 29, processes: 2 };
  const engine = await openEngine({
    index,
    refreshMs: 0,
    ...options,
    processes: 1,
    concurrencyPerProcess: 4,
  });
  const runner = await ProcessRunner.open({ directories: [join(index, 'data')], ...options, concurrency: 4 });
  const snapshot = await openSnapshot(index);
  const table = builtInCatalog.find('shortvideo', 'videos');
  if (table === undefined) throw new Error('no such table');
  const files = snapshot.files(table);
  const living = () => livingRows(snapshot.root, table, { files, masks: [] });
  const videos = baseRelation({ table, living }, files);
  const query = async (text: string, asked: QueryOptions = {}) => {
    if (!text.startsWith(ungated)) return await engine.query(text, asked);
    const plan = {
      sql: text.slice(ungated.length),
      parameters: [],
      views: [{ name: 'videos', relation: videos }],
      attachments: [],
      attempts: [],
      splices: [],
      statement: { text },
    } as unknown as Plan;
    const limits = {
      rowsMax: asked.limit ?? 100,
      bytesMax: asked.bytesMax ?? 25 * 2 ** 20,
      timeoutMs: asked.timeoutMs ?? 30_000,
    };
    const toUserError = userErrors(plan, builtInCatalog.tablesOf('shortvideo'));
    const stream = await runner.start(plan, limits, asked.signal).catch((error: unknown) => {
      throw toUserError(error);
    });
    const facts = storedFacts(stream.columns, engine.snapshotId);
    return new StartedQuery({ stream, facts, toUserError, onEnd: () => {} });
  };
  return {
    engine: new Proxy(engine, {
      get(target, name) {
        if (name === 'query') return query;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    ended: () => runner.status.replaced,
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]();
      await engine.close();
    },
  };
}
