import type { Kysely } from 'kysely';

/** The addresses at which instances of the service are reached by each other. */
export async function siblings({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('siblings')
    .addColumn('instance', 'text', (column) => column.primaryKey())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
}
