import type { Kysely } from 'kysely';

/**
 * Which pepper each key is hashed and each secret of a webhook is encrypted with: null for rows of versions before, whose
 * database has one pepper.
 */
export async function pepperOfKeys({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['api_keys', 'admin_keys', 'webhooks']) {
    await schema.alterTable(table).addColumn('pepper', 'text').execute();
  }
}
