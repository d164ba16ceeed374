import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database-kind.ts';

/** Which rows of which results an account has paid for, and of ledger entries the request that paid before. */
export async function paidRows({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const table = schema
    .createTable('paid_rows')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('result_id', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('first_row', 'bigint', (column) => column.notNull())
    .addColumn('end_row', 'bigint', (column) => column.notNull())
    .addColumn('paid_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('paid_rows_key', ['account_id', 'result_id', 'request_id', 'first_row']);
  await (kind === 'sqlite' ? table.modifyEnd(sql`WITHOUT ROWID`) : table).execute();
  await schema.alterTable('usage_ledger').addColumn('repeat_of', 'text').execute();
}
