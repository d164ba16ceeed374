import { AppError } from '@sdq/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteReader } from '../../src/bytes/byte-reader.ts';
import { findEntry } from '../../src/keys/find-entry.ts';
import { decodeKeyFooter } from '../../src/keys/key-layout.ts';

const bytes = fc.uint8Array({ maxLength: 200 });

it('a search in any bytes ends, with an entry inside of them, with none, or with an error', () => {
  const law = fc.property(bytes, fc.uint8Array({ maxLength: 5 }), fc.boolean(), (block, key, isUnique) => {
    try {
      const found = findEntry(new ByteReader(block), key, isUnique);
      if (found !== undefined && !isUnique) expect(found.end).toBeLessThanOrEqual(block.length);
    } catch (error) {
      expect(error instanceof RangeError || error instanceof AppError).toBe(true);
    }
  });
  fc.assert(law, { numRuns: 2_000 });
});

it('a footer of any bytes is refused or has its blocks inside of the file', () => {
  const head = JSON.stringify({
    columns: [{ name: 'a', type: 'VARCHAR', form: 'text' }],
    isUnique: true,
    keys: 1,
    ordinals: 1,
    rows: 1,
  });
  const law = fc.property(bytes, fc.nat(5), (rest, blocks) => {
    const footer = Buffer.concat([
      Buffer.from(Uint32Array.of(head.length).buffer),
      Buffer.from(head),
      Buffer.from(Uint32Array.of(blocks).buffer),
      rest,
    ]);
    let index: ReturnType<typeof decodeKeyFooter>['index'];
    try {
      index = decodeKeyFooter(footer, 1_000).index;
    } catch {
      return;
    }
    for (const [block, start] of index.starts.entries())
      expect(start + (index.lengths[block] as number)).toBeLessThanOrEqual(1_000);
  });
  fc.assert(law, { numRuns: 2_000 });
});
