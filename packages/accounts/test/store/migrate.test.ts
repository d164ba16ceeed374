import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from '../../src/open-store.ts';
import { onEachDatabase } from '../fixture.ts';

onEachDatabase(({ home }) => {
  test('the tables are made once, by whichever of several processes comes first', async () => {
    await using place = await home();
    const opened = await Promise.all([place.open(), place.open(), place.open()]);
    const [first, second] = opened;
    const made = await first?.createAccount({ name: 'Ea Lind', email: 'ea@example.org' });
    expect(await second?.findAccount(made?.account.accountId ?? '')).toMatchObject({ name: 'Ea Lind' });
    for (const accounts of opened) await accounts.close();
  });

  test('a database of the first version gets the tables that came later, and keeps its rows', async () => {
    await using place = await home();
    const { store } = await openStore(place);
    const db = store.db as unknown as Kysely<{ kysely_migration: { name: string } }>;
    await db.deleteFrom('kysely_migration').where('name', '>', '0001-initial').execute();
    await store.db.schema.dropTable('query_crashes').execute();
    await sql`INSERT INTO store_facts VALUES ('kept', 'yes')`.execute(store.db);
    await store.close();
    const { store: later } = await openStore(place);
    expect(await later.db.selectFrom('query_crashes').selectAll().execute()).toEqual([]);
    const kept = later.db.selectFrom('store_facts').select('value').where('name', '=', 'kept');
    expect(await kept.execute()).toEqual([{ value: 'yes' }]);
    await later.close();
  });

  test('tables of a later version are refused, and left alone', async () => {
    await using place = await home();
    const { store } = await openStore(place);
    const later = { name: '9999-later', timestamp: new Date().toISOString() };
    const db = store.db as unknown as Kysely<{ kysely_migration: typeof later }>;
    await db.insertInto('kysely_migration').values(later).execute();
    await store.close();
    await expect(place.open()).rejects.toMatchObject({ code: 'file_malformed', hint: expect.any(String) });
    await expect(place.open()).rejects.toMatchObject({ code: 'file_malformed' });
  });

  test('an amount that a double does not hold exactly is an error, not another amount', async () => {
    await using place = await home();
    const { store } = await openStore(place);
    await expect(sql`SELECT 9007199254740993 AS n`.execute(store.db)).rejects.toThrow(RangeError);
    await store.close();
  });
});
