import { expect, test } from 'vitest';
import { reservationOf, settlementOf } from '../../../../test/support/customer.ts';
import { RetainedResponses } from '../../src/idempotency/retained-responses.ts';
import { openStore } from '../../src/open-store.ts';
import { onEachDatabase } from '../fixture.ts';

onEachDatabase(({ open }) => {
  test('answers are kept up to a number of bytes for each key, those of other processes included', async () => {
    await using store = await open();
    const { keyId } = store;
    await store.accounts.reserve({
      ...reservationOf(store, 'req_1'),
      idempotency: { key: 'a', fingerprint: 'f' },
    });
    const body = 'é'.repeat(50); // 100 bytes
    await store.accounts.settle({ ...settlementOf('req_1', 1), answer: { contentType: 'text/plain', body } });
    const { store: tables } = await openStore(store.home);
    const kept = new RetainedResponses(150);
    expect(await kept.tryReserve(tables.db, keyId, 51)).toBe(false);
    expect(await kept.tryReserve(tables.db, keyId, 30)).toBe(true);
    expect(await kept.tryReserve(tables.db, keyId, 30)).toBe(false);
    expect(await kept.tryReserve(tables.db, keyId, 20)).toBe(true);
    expect(await kept.tryReserve(tables.db, 'key_other', 150)).toBe(true);
    await tables.close();
  });
});
