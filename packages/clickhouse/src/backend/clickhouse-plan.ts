import { tableId } from '@sdq/catalog';
import {
  type BackendPlan,
  beginStream,
  type Described,
  type Resolved,
  type ResultStream,
  type Route,
  type RuleOutcome,
  type RunLimits,
  resultColumns,
} from '@sdq/core/backend';
import { readType } from '../answers/read-type.ts';
import type { NodePool } from '../client/node-pool.ts';
import type { Emitted } from '../emit/index.ts';
import type { SnapshotRecord } from '../snapshots/record.ts';
import { AnswerSource } from './answer-source.ts';
import { type Estimate, estimate } from './estimate.ts';
import { querySettings } from './query-settings.ts';
import { userError } from './user-errors.ts';

/** A query as ClickHouse's SQL, over one snapshot. */
export class ClickHousePlan implements BackendPlan {
  readonly attempts = 0;
  readonly #query: Resolved;
  readonly #emitted: Emitted;
  readonly #record: SnapshotRecord;
  readonly #pool: NodePool;
  readonly #memoryBytes: number;
  #estimate: ReadonlyMap<string, Estimate> | undefined;

  constructor(
    query: Resolved,
    emitted: Emitted,
    record: SnapshotRecord,
    pool: NodePool,
    { memoryBytes }: { memoryBytes: number },
  ) {
    this.#query = query;
    this.#emitted = emitted;
    this.#record = record;
    this.#pool = pool;
    this.#memoryBytes = memoryBytes;
  }

  get rules(): RuleOutcome[] {
    const { sql, open } = this.#emitted;
    return [
      { rule: 'clickhouse-sql', table: null, fired: true, note: sql.replace(/\s*\n\s*/g, ' ') },
      ...open.map((what) => ({
        rule: 'left-open',
        table: null,
        fired: true,
        note: `the language leaves open ${what}`,
      })),
    ];
  }

  get routes(): Route[] {
    return this.#query.references.map(({ table }) => {
      const id = tableId(table);
      const { rows = 0, bytes = 0 } = this.#record.tables[id] ?? {};
      const known = this.#estimate?.get(id);
      const share = rows === 0 || known === undefined ? 1 : Math.min(1, known.rows / rows);
      return {
        table: id,
        via: 'clickhouse',
        filesTotal: known?.partsTotal ?? 0,
        filesRead: known?.parts ?? 0,
        rowsEstimated: known?.rows ?? rows,
        bytesEstimated: Math.ceil(bytes * share),
      };
    });
  }

  async describe(limits: RunLimits, signal: AbortSignal | undefined): Promise<Described> {
    this.#estimate = await estimate(this.#emitted, this.#record, this.#pool, { limits, signal });
    const columns = this.#emitted.columns.map(({ name, type }) => ({ name, type: readType(type) }));
    return { columns: resultColumns(columns) };
  }

  async run(limits: RunLimits, signal: AbortSignal): Promise<ResultStream> {
    const { sql, settings, columns } = this.#emitted;
    const { timeoutMs } = limits;
    const question = {
      sql,
      columns,
      settings: querySettings(settings, { timeoutMs, memoryBytes: this.#memoryBytes }),
    };
    return await beginStream(new AnswerSource(question, this.#pool, limits, signal), limits);
  }

  /** No message of its own quotes values of rows. */
  toUserError(error: unknown): unknown {
    return userError(error, this.#query);
  }
}
