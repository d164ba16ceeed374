import type { Kysely } from 'kysely';

/** Queries that ended a query process within the last hour, as digests. */
export async function queryCrashes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('query_crashes')
    .addColumn('crash_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text')
    .addColumn('query_digest', 'text', (column) => column.notNull())
    .addColumn('shape_digest', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('query_crashes_by_age').on('query_crashes').column('created_at').execute();
  await schema
    .createIndex('query_crashes_by_account')
    .on('query_crashes')
    .columns(['account_id', 'created_at'])
    .execute();
}
