import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currentPrices, type Delivered, formatCost, type PricedEndpoint, priceOf } from '../src/index.ts';

const count = fc.integer({ min: 0, max: 1_000_000 });
const endpoints = Object.keys(currentPrices.endpoints) as PricedEndpoint[];

/** An endpoint, and something it may have delivered. */
const delivery = fc.constantFrom(...endpoints).chain((endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    records: count,
    addons: fc.record(
      Object.fromEntries(
        Object.keys(currentPrices.endpoints[endpoint]?.addons ?? {}).map((name) => [name, count]),
      ),
      { requiredKeys: [] },
    ) as fc.Arbitrary<NonNullable<Delivered['addons']>>,
  }),
);

describe('prices by hand', () => {
  test.each<[PricedEndpoint, Delivered, string]>([
    ['shortvideo/sql', { records: 1 }, '$0.0001'],
    ['shortvideo/sql', { records: 1_000_000 }, '$100.0000'],
    ['shortvideo/hashtag', { records: 2, addons: { transcripts: 1 } }, '$0.0015'],
    ['photo/user-profile', { records: 1, addons: { followers: 3, following: 2 } }, '$0.0035'],
    ['shortvideo/comments', { records: 20 }, '$0.0100'],
    ['shortvideo/feed', { records: 10, addons: { video_files: 10, transcripts: 4 } }, '$0.0024'],
    ['network/user-profile', { records: 1 }, '$0.0010'],
    ['micro/search', { records: 0 }, '$0.0000'],
  ])('%s %j costs %s', (endpoint, delivered, cost) => {
    expect(formatCost(priceOf(endpoint, delivered).units)).toBe(cost);
  });

  test('lines stand in the order records, then the table’s add-ons, whatever the order asked', () => {
    const { lineItems } = priceOf('photo/post', {
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
        const price = priceOf(endpoint, delivered);
        expect(price.units).toBe(price.lineItems.reduce((sum, line) => sum + line.units, 0));
        for (const line of price.lineItems) expect(line.units).toBe(line.quantity * line.unitsEach);
      }),
    );
  });

  test('two deliveries cost together what they cost apart', () => {
    fc.assert(
      fc.property(delivery, count, ({ endpoint, records, addons }, more) => {
        const together = priceOf(endpoint, { records: records + more, addons }).units;
        expect(together).toBe(
          priceOf(endpoint, { records, addons }).units + priceOf(endpoint, { records: more }).units,
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
          expect(priceOf(endpoint, { records: fewer }).units).toBeLessThanOrEqual(
            priceOf(endpoint, { records, addons }).units,
          );
        },
      ),
    );
  });

  test('what is not a count is refused', () => {
    for (const records of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => priceOf('shortvideo/sql', { records })).toThrow(RangeError);
    }
    expect(() => priceOf('shortvideo/sql', { records: 1, addons: { transcripts: 1 } })).toThrow(RangeError);
  });
});
