import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitScaling, leastSquares, predictScaling, type ScalingModel } from './demo/scaling-model.ts';

const sizes = [1e6, 3e6, 10e6].flatMap((rows) => [1, 2, 3, 6].map((nodes) => ({ rows, nodes })));

test('a model is found again from what it predicts', () => {
  const cost = fc.integer({ min: 1, max: 300 });
  const models = fc.record({
    first: fc.record({ fixed: cost, perMillion: cost, perKb: fc.constantFrom(0, 0.01, 0.05) }),
    other: fc.record({ fixed: cost, perMillion: cost }),
    sent: fc.record({ fixed: cost, perMillion: cost }),
  });
  fc.assert(
    fc.property(models, (model: ScalingModel) => {
      const found = fitScaling(sizes.map(({ rows, nodes }) => predictScaling(model, rows, nodes)));
      const expected = predictScaling(model, 1e9, 12);
      const predicted = predictScaling(found, 1e9, 12);
      for (const name of ['firstMs', 'otherMs', 'sentKb'] as const)
        expect(predicted[name] / expected[name]).toBeCloseTo(1, 3);
    }),
  );
});

test('no coefficient is below zero', () => {
  const coefficients = leastSquares([
    { terms: [1, 1], value: 10 },
    { terms: [1, 2], value: 8 },
    { terms: [1, 3], value: 6 },
  ]);
  expect(coefficients[0]).toBeGreaterThan(6);
  expect(coefficients[1]).toBe(0);
});

test('one node sends nothing', () => {
  const model = fitScaling([
    { rows: 1e6, nodes: 1, firstMs: 20 },
    { rows: 1e6, nodes: 2, firstMs: 14, otherMs: 10, sentKb: 40 },
    { rows: 2e6, nodes: 2, firstMs: 24, otherMs: 20, sentKb: 40 },
  ]);
  expect(predictScaling(model, 5e6, 1)).toMatchObject({ otherMs: 0, sentKb: 0 });
});
