import type { Kysely } from 'kysely';

/** What checks a SCRAM login with a data key; null for keys that were made before. */
export async function scramVerifiers({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('api_keys').addColumn('scram_verifier', 'text').execute();
}
