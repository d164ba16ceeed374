import type { DuckDBConnection } from '@duckdb/node-api';
import type { Database } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import type { VectorBatch } from '@sdq/encode/vectors';
import type { LookUp, RowStep } from '../runnable-plan.ts';
import type { AttachedFiles } from './attached-files.ts';
import { batchesOf } from './batches-of.ts';
import { Deadline, type DeadlineOptions, type OnStuck } from './deadline.ts';
import { prepare } from './prepare.ts';

/** Reads changed rows for what is answered without SQL otherwise. */
export interface ChangedReader {
  /** Columns of changed rows, which SQL tells from FROM on, as batches of their own memory. */
  rows(columns: RowStep['columns'], from: string): Promise<VectorBatch[]>;
  /** Reads with a connection that has what the plan attaches. */
  during<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result>;
}

/** Reads what plans name, each time with a connection of its own. Errors: those of {@link Deadline.during}. */
export function changedReader(
  database: Database,
  attached: AttachedFiles,
  { onStuck, ...options }: DeadlineOptions & { readonly onStuck: OnStuck | undefined },
  plan: Pick<LookUp, 'parameters' | 'attachments'>,
): ChangedReader {
  const during: ChangedReader['during'] = async (work) => {
    const connection = await database.connect();
    const deadline = new Deadline(connection, options, onStuck);
    let leave = () => {};
    try {
      return await deadline.during(async () => {
        leave = await attached.use(connection, plan.attachments);
        return await work(connection);
      });
    } finally {
      connection.closeSync();
      leave();
    }
  };
  const rows: ChangedReader['rows'] = (columns, from) =>
    during(async (connection) => {
      const list = columns.map(({ name, type, jsonOf }) =>
        jsonOf === undefined ? `${sqlName(name)}::${type}` : `to_json(${sqlName(name)})::VARCHAR`,
      );
      const prepared = await prepare(connection, `SELECT ${list.join(', ')} ${from}`, plan);
      const batches: VectorBatch[] = [];
      for await (const batch of batchesOf(prepared)) batches.push(batch);
      return batches;
    });
  return { rows, during };
}
