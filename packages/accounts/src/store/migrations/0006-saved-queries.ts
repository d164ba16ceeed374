import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database-kind.ts';

/** Saved queries, what is shared of them, the results that are kept for them, and the daily limit of a key. */
export async function savedQueries({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const bytes = sql.raw(kind === 'sqlite' ? 'blob' : 'bytea');
  await schema
    .createTable('saved_queries')
    .addColumn('query_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('query_text', 'text', (column) => column.notNull())
    .addColumn('parameters', 'text')
    .addColumn('row_limit', 'integer')
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('saved_queries_of').on('saved_queries').column('account_id').execute();
  await schema
    .createTable('kept_results')
    .addColumn('result_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('snapshot_id', 'text', (column) => column.notNull())
    .addColumn('row_count', 'bigint', (column) => column.notNull())
    .addColumn('truncated', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('kept_results_of').on('kept_results').column('account_id').execute();
  await schema.createIndex('kept_results_end').on('kept_results').column('expires_at').execute();
  await schema
    .createTable('kept_parts')
    .addColumn('result_id', 'text', (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('bytes', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('kept_parts_key', ['result_id', 'part'])
    .execute();
  await schema.createIndex('kept_parts_of').on('kept_parts').column('account_id').execute();
  await schema
    .createTable('shares')
    .addColumn('share_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('query_id', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('query_text', 'text', (column) => column.notNull())
    .addColumn('parameters', 'text')
    .addColumn('row_limit', 'integer', (column) => column.notNull())
    .addColumn('snapshot_id', 'text', (column) => column.notNull())
    .addColumn('embed_hosts', 'text', (column) => column.notNull())
    .addColumn('result_id', 'text', (column) => column.notNull())
    .addColumn('is_published', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .execute();
  await schema.createIndex('shares_of').on('shares').column('account_id').execute();
  await schema
    .createTable('read_tokens')
    .addColumn('token_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('query_id', 'text', (column) => column.notNull())
    .addColumn('result_id', 'text')
    .addColumn('result_of', 'text')
    .execute();
  await schema.createIndex('read_tokens_of').on('read_tokens').column('account_id').execute();
  await schema.alterTable('api_keys').addColumn('day_limit_units', 'bigint').execute();
}
