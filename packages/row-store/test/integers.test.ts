import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader } from '../src/bytes/byte-reader.ts';
import { ByteWriter } from '../src/bytes/byte-writer.ts';
import { readIntegers } from '../src/decode/integers.ts';
import { writeIntegers } from '../src/encode/integers.ts';

/** Any of 64 bits, small ones, and those beside powers of two, where numbers take another byte. */
const integer = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -300n, max: 300n }),
  fc
    .tuple(fc.bigInt({ min: 0n, max: 62n }), fc.constantFrom(-1n, 0n, 1n), fc.constantFrom(-1n, 1n))
    .map(([power, beside, sign]) => sign * (2n ** power + beside)),
);

test('integers of 64 bits are read as they were written', () => {
  fc.assert(
    fc.property(
      integer,
      fc.array(fc.bigInt({ min: 0n, max: 2n ** 40n }), { maxLength: 4 }),
      (base, above) => {
        const values = [base, ...above.map((distance) => BigInt.asIntN(64, base + distance))];
        const written = new ByteWriter();
        writeIntegers(written, new Uint32Array(BigInt64Array.from(values).buffer), values.length);
        const words = new Uint32Array(values.length * 2);
        const ranks = Uint32Array.from(values.keys());
        readIntegers(new ByteReader(written.bytes, 0, written.length), values.length, ranks, words);
        expect([...new BigInt64Array(words.buffer)]).toEqual(values);
      },
    ),
    { numRuns: 2_000 },
  );
});
