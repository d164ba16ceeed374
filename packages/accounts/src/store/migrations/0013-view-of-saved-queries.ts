import type { Kysely } from 'kysely';

/** How a program shows the rows of a saved query, as that program writes it; null for none. */
export async function viewOfSavedQueries({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('saved_queries').addColumn('view', 'text').execute();
}
