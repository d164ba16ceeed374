import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from '../../src/open-store.ts';
import { onEachDatabase } from '../fixture.ts';

const _sessionTables = ['sessions', 'console_keys', 'sign_in_tokens'];

onEachDatabase(({ home }) => {
  test('the tables are made once, by whichever of several processes comes first', async () => {
    await using place = await home();
    const opened = await Promise.all([place.open(), place.open(), place.open()]);
    const [first, second] = opened;
    const made = await first?.createAccount({ name: 'Ea Lind', email: 'ea@example.org' });
    expect(await second?.findAccount(made?.account.accountId ?? '')).toMatchObject({ name: 'Ea Lind' });
    for (const accounts of opened) await accounts.close();
  });

  test('tables of a later version are refused, and left alone', async () => {
    await using place = await home();
    const { store } = await openStore(place);
    const later = { name: '9999-later', timestamp: new Date().toISOString() };
    const db = store.db as unknown as Kysely<{ kysely_migration: typeof later }>;
    await db.insertInto('kysely_migration').values(later).execute();
    await store.close();
    await expect(place.open()).rejects.toMatchObject({
      code: 'file_malformed',
      message: 'The account database was created by a newer version of sdq',
      hint: expect.any(String),
    });
    await expect(place.open()).rejects.toMatchObject({ code: 'file_malformed' });
  });

  test('an amount that a double does not hold exactly is an error, not another amount', async () => {
    await using place = await home();
    const { store } = await openStore(place);
    await expect(sql`SELECT 9007199254740993 AS n`.execute(store.db)).rejects.toThrow(RangeError);
    await store.close();
  });
});
