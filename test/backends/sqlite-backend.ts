import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@sdq/contract';
import type * as seam from '@sdq/core/backend';
import { beginStream, placedError, queryCancelled, queryTimeout, resultColumns } from '@sdq/core/backend';
import type { Call, Reply } from './sqlite-process.ts';
import { toSqlite } from './sqlite-sql.ts';
import { dataType, toBatch } from './sqlite-vectors.ts';

/** What `CURRENT.json` of a directory says: `<id>.sqlite` lies beside it, and its tables have so many rows. */
export type SqliteSnapshot = { id: string; rows: Record<string, number> };

class SqliteFault extends Error {}

/** A second engine: each query has a process to itself, which ends with it unless it was read to its end. */
export class SqliteBackend implements seam.ExecutionBackend {
  readonly name = 'sqlite';
  snapshotId = '';
  #index = '';
  readonly #snapshots = new Map<string, SqliteSnapshot & { holders: number }>();
  readonly #children = new Set<ChildProcess>();
  readonly #warm = [this.#start()];

  static async open({ index }: Pick<seam.BackendContext, 'index'>): Promise<SqliteBackend> {
    const backend = new SqliteBackend();
    backend.#index = index;
    await backend.refresh();
    return backend;
  }

  async refresh(): Promise<void> {
    const current = JSON.parse(await readFile(join(this.#index, 'CURRENT.json'), 'utf8')) as SqliteSnapshot;
    if (!this.#snapshots.has(current.id)) this.#snapshots.set(current.id, { ...current, holders: 0 });
    this.snapshotId = current.id;
  }

  acquire(id = this.snapshotId): seam.BackendSnapshot {
    const held = this.#snapshots.get(id);
    if (held === undefined || (held.holders === 0 && id !== this.snapshotId))
      throw new AppError('result_expired', 'this snapshot is gone');
    held.holders++;
    return {
      id,
      rowCount: ({ name }) => held.rows[name] ?? 0,
      plan: (query) => this.#plan(query, id),
      release: () => void held.holders--,
    };
  }

  #plan(query: seam.Resolved, id: string): seam.BackendPlan {
    const { sql, columns } = toSqlite(query);
    const typed = columns.map(({ name, type }) => ({ name, type: dataType(type) }));
    const read = { via: 'sqlite', filesTotal: 1, filesRead: 1, bytesEstimated: 0 };
    return {
      rules: [],
      routes: query.references.map(({ table }) => ({
        ...read,
        table: `${table.platform}.${table.name}`,
        rowsEstimated: 0,
      })),
      attempts: 0,
      describe: async () => ({ columns: resultColumns(typed) }),
      run: async (limits, signal) => {
        const child = this.#warm.pop() ?? this.#start();
        const closed = new AbortController();
        let isDone = false;
        let call: Call = { sql, file: join(this.#index, `${id}.sqlite`) };
        const source: seam.VectorSource & { workedMs: number } = {
          columns: typed,
          attempt: null,
          workedMs: 0,
          next: async () => {
            const startedAt = performance.now();
            const deadline = AbortSignal.timeout(Math.max(0, Math.round(limits.timeoutMs - source.workedMs)));
            const stopped = AbortSignal.any([deadline, closed.signal, signal]);
            child.send(call);
            call = {};
            const [reply] = (await once(child, 'message', { signal: stopped }).catch(() => {
              throw deadline.aborted ? queryTimeout(limits.timeoutMs) : queryCancelled();
            })) as [Reply];
            source.workedMs += performance.now() - startedAt;
            if ('error' in reply) throw new SqliteFault(reply.error);
            isDone = reply.rows.length === 0;
            return isDone ? null : toBatch(columns, reply.rows);
          },
          close: () => {
            if (!closed.signal.aborted) this.#warm.push(isDone ? child : this.#start());
            closed.abort();
            if (!isDone) child.kill('SIGKILL');
          },
        };
        return await beginStream(source, limits);
      },
      toUserError: (error, { quotesValues = true } = {}) => {
        if (!(error instanceof SqliteFault)) return error;
        const { value, place } = JSON.parse(error.message) as { value: string; place: number };
        const message = `"${quotesValues ? value : '…'}" is no whole number.`;
        return placedError('sql_conversion_error', query.statement, { message, location: place });
      },
    };
  }

  #start(): ChildProcess {
    const child = fork(join(import.meta.dirname, 'sqlite-process.ts'), { serialization: 'advanced' });
    this.#children.add(child);
    return child.once('exit', () => this.#children.delete(child));
  }

  status(): seam.BackendStatus {
    return { processes: { living: this.#children.size, wanted: 1, replaced: 0 } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
  }
}
