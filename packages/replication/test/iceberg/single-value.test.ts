import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundOf, intBytes, monthNumber } from '../../src/iceberg/single-value.ts';

test('values have the bytes of the specification', () => {
  const hex = (type: string, text: string) => boundOf(type, text, 'lower')?.toString('hex');
  expect(hex('boolean', 'true')).toBe('01');
  expect(hex('int', '-2')).toBe('feffffff');
  expect(hex('long', '34')).toBe('2200000000000000');
  expect(hex('double', '1.5')).toBe('000000000000f83f');
  expect(hex('date', '2017-11-16')).toBe(intBytes(17_486).toString('hex'));
  expect(hex('date', '1969-12-31')).toBe('ffffffff');
  const micros = Buffer.alloc(8);
  micros.writeBigInt64LE(1_510_871_468_000_001n);
  expect(hex('timestamptz', '2017-11-16 22:31:08.000001')).toBe(micros.toString('hex'));
  expect(hex('timestamp', '1969-12-31 23:59:59.999999')).toBe('ffffffffffffffff');
  expect(hex('decimal(9, 2)', '14.20')).toBe('058c');
  expect(hex('decimal(9, 2)', '-0.01')).toBe('ff');
  expect(hex('decimal(38, 0)', '128')).toBe('0080');
  expect(hex('string', 'é')).toBe('c3a9');
  expect([monthNumber('1970-01'), monthNumber('1969-12'), monthNumber('2026-03')]).toEqual([0, -1, 674]);
});

test('what has no value has no bound', () => {
  for (const [type, text] of [
    ['long', ''],
    ['long', '9223372036854775808'],
    ['int', '2147483648'],
    ['double', 'nan'],
    ['double', '-inf'],
    ['timestamptz', 'infinity'],
    ['timestamptz', '10000-01-01 00:00:00.000000'],
    ['date', '0044-03-15 (BC)'],
    ['boolean', ''],
  ] as const)
    expect(boundOf(type, text, 'upper'), `${type} ${text}`).toBeUndefined();
});

test('a text lies between its bounds, however long it is', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 200 });
  const likely = fc.string({ unit: fc.constantFrom('a', 'ÿ', '\ud7ff', '\u{10ffff}'), maxLength: 80 });
  fc.assert(
    fc.property(fc.oneof(texts, likely), (text) => {
      const bytes = Buffer.from(text);
      const lower = boundOf('string', text, 'lower') as Buffer;
      const upper = boundOf('string', text, 'upper');
      expect(Buffer.compare(lower, bytes)).toBeLessThanOrEqual(0);
      if (upper !== undefined) expect(Buffer.compare(upper, bytes)).toBeGreaterThanOrEqual(0);
      for (const bound of [lower, upper])
        if (bound !== undefined) expect(Array.from(bound.toString()).length).toBeLessThanOrEqual(64);
    }),
  );
});
