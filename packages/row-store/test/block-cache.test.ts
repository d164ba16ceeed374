import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BlockCache } from '../src/block-cache.ts';

const bytesMax = 100;
const block = fc.record({
  file: fc.integer({ min: 0, max: 2 }),
  block: fc.constantFrom(0, 1, 2, 67_108_863),
  bytes: fc.integer({ min: 1, max: 60 }),
});

test('it holds what was asked for last, as far as there is room, and never another block', () => {
  const law = fc.property(fc.array(block, { maxLength: 60 }), (asked) => {
    const cache = new BlockCache(bytesMax);
    const files = [0, 1, 2].map(() => cache.numberFile());
    const uses: { key: string; content: Uint8Array }[] = [];
    for (const { file, block, bytes } of asked) {
      const key = `${file} ${block}`;
      const found = cache.get(files[file] as number, block);
      if (found !== undefined) expect(found).toBe(uses.findLast((use) => use.key === key)?.content);
      const content = found ?? new Uint8Array(bytes);
      cache.keep(files[file] as number, block, content);
      uses.push({ key, content });
      expect(cache.bytes).toBeLessThanOrEqual(bytesMax);
    }
    let room = bytesMax;
    for (const { key, content } of uses.reverse()) {
      room -= content.length;
      if (room < 0) break;
      const [file, block] = key.split(' ').map(Number);
      expect(cache.get(files[file as number] as number, block as number)).toBe(content);
    }
  });
  fc.assert(law, { numRuns: 300 });
});
