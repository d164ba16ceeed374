import { type Delivered, formatCost, type PriceTable, priceOf, pricesAt, priceTablesOf } from '@sdq/pricing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtInPlatforms } from '../src/index.ts';

const priceTables = priceTablesOf(builtInPlatforms);
const table = pricesAt(Date.UTC(2026, 10, 21), priceTables);
const count = fc.integer({ min: 0, max: 1_000_000 });
const endpoints = Object.keys(table.endpoints);

/** An endpoint, and something it may have delivered. */
const delivery = fc.constantFrom(...endpoints).chain((endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    records: count,
    addons: fc.record(
      Object.fromEntries(Object.keys(table.endpoints[endpoint]?.addons ?? {}).map((name) => [name, count])),
      { requiredKeys: [] },
    ) as fc.Arbitrary<NonNullable<Delivered['addons']>>,
  }),
);

describe('prices by hand', () => {
  test.each<[string, Delivered, string]>([
    ['shortvideo/sql', { records: 1 }, '$0.0001'],
    ['shortvideo/sql', { records: 1_000_000 }, '$100.0000'],
    ['shortvideo/hashtag', { records: 2, addons: { transcripts: 1 } }, '$0.0015'],
    ['photo/user-profile', { records: 1, addons: { followers: 3, following: 2 } }, '$0.0035'],
    ['shortvideo/comments', { records: 20 }, '$0.0100'],
    ['shortvideo/feed', { records: 10, addons: { video_files: 10, transcripts: 4 } }, '$0.0024'],
    ['network/user-profile', { records: 1 }, '$0.0010'],
    ['micro/search', { records: 0 }, '$0.0000'],
  ])('%s %j costs %s', (endpoint, delivered, cost) => {
    expect(formatCost(priceOf(table, endpoint, delivered).units)).toBe(cost);
  });

  test('lines stand in the order records, then the table’s add-ons, whatever the order asked', () => {
    const { lineItems } = priceOf(table, 'photo/post', {
      records: 1,
      addons: { comments: 1, transcripts: 1 },
    });
    expect(lineItems.map((line) => line.item)).toEqual(['records', 'transcripts', 'comments']);
  });
});

describe('laws', () => {
  test('the price is the sum of its lines, and each line its quantity times its price', () => {
    fc.assert(
      fc.property(delivery, ({ endpoint, ...delivered }) => {
        const price = priceOf(table, endpoint, delivered);
        expect(price.units).toBe(price.lineItems.reduce((sum, line) => sum + line.units, 0));
        for (const line of price.lineItems) expect(line.units).toBe(line.quantity * line.unitsEach);
      }),
    );
  });

  test('two deliveries cost together what they cost apart', () => {
    fc.assert(
      fc.property(delivery, count, ({ endpoint, records, addons }, more) => {
        const together = priceOf(table, endpoint, { records: records + more, addons }).units;
        expect(together).toBe(
          priceOf(table, endpoint, { records, addons }).units +
            priceOf(table, endpoint, { records: more }).units,
        );
      }),
    );
  });

  test('less delivered never costs more: a quote of the worst case holds', () => {
    fc.assert(
      fc.property(
        delivery,
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ endpoint, records, addons }, share) => {
          const fewer = Math.floor(records * share);
          expect(priceOf(table, endpoint, { records: fewer }).units).toBeLessThanOrEqual(
            priceOf(table, endpoint, { records, addons }).units,
          );
        },
      ),
    );
  });

  test('what is not a count is refused', () => {
    for (const records of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => priceOf(table, 'shortvideo/sql', { records })).toThrow(RangeError);
    }
    expect(() => priceOf(table, 'shortvideo/sql', { records: 1, addons: { transcripts: 1 } })).toThrow(
      RangeError,
    );
  });
});

describe('price tables', () => {
  test('each is newer than the one before, has a version of its own and prices every endpoint', () => {
    const starts = priceTables.map(({ effectiveFrom }) => Date.parse(effectiveFrom));
    expect(starts.every((start, i) => i === 0 || start > (starts[i - 1] ?? 0))).toBe(true);
    expect(new Set(priceTables.map(({ version }) => version)).size).toBe(priceTables.length);
    for (const { endpoints: priced } of priceTables) {
      expect(Object.keys(priced)).toEqual(expect.arrayContaining(endpoints));
    }
  });

  test('a table is in force from its first millisecond to the next one’s', () => {
    const at = (effectiveFrom: string): PriceTable => ({
      version: effectiveFrom,
      effectiveFrom,
      currency: 'USD',
      endpoints: {},
    });
    const tables = [at('2026-01-01T00:00:00Z'), at('2026-07-01T00:00:00Z')] as const;
    const july = Date.UTC(2026, 6, 1);
    for (const [instant, version] of [
      [Date.UTC(2020, 0, 1), tables[0]],
      [july - 1, tables[0]],
      [july, tables[1]],
      [july + 1e12, tables[1]],
    ] as const) {
      expect(pricesAt(instant, tables)).toBe(version);
    }
    expect(() => priceOf(tables[0], 'shortvideo/sql', { records: 1 })).toThrow(RangeError);
  });
});
