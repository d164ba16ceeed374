import { AppError } from '@sdq/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CursorScope, Cursors } from '../../src/paging/cursor.ts';

const scope: CursorScope = {
  endpoint: 'photo/hashtag',
  keyId: 'key_1',
  parameters: { keyword: 'sol', feed_type: 'top' },
};
const position = { source: 'embedded', place: ['2026-05-01T00:00:00Z', 'Cab1'], skip: 7 };

function isRefused(cursors: Cursors, text: string, of: CursorScope = scope): boolean {
  try {
    cursors.read(text, of);
    return false;
  } catch (error) {
    return error instanceof AppError && error.code === 'invalid_cursor';
  }
}

test('a cursor is read as it was written, whatever the place', () => {
  const cursors = new Cursors(Buffer.alloc(32, 1));
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(5_000), (place, skip) => {
      const given = { source: 'x-api', place: place === null ? undefined : (place as never), skip };
      expect(cursors.read(cursors.write(given, scope), scope)).toEqual(JSON.parse(JSON.stringify(given)));
    }),
    { numRuns: 50 },
  );
});

test('no cursor with a single bit turned over, cut short or made longer is taken', () => {
  const cursors = new Cursors(Buffer.alloc(32, 1));
  const text = cursors.write(position, scope);
  expect(cursors.read(text, scope)).toEqual(position);
  const bytes = Buffer.from(text, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const altered = Buffer.from(bytes);
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect([bit, isRefused(cursors, altered.toString('base64url'))]).toEqual([bit, true]);
  }
  for (let length = 0; length < text.length; length++) {
    expect(isRefused(cursors, text.slice(0, length))).toBe(true);
  }
  for (const more of ['A', '=', ' ', '\\n', '%00']) expect(isRefused(cursors, text + more)).toBe(true);
});

test('a cursor of another endpoint, key, parameter or secret, or of last month, is refused', () => {
  const cursors = new Cursors(Buffer.alloc(32, 1));
  const text = cursors.write(position, scope);
  expect(isRefused(cursors, text, { ...scope, endpoint: 'photo/user-posts' })).toBe(true);
  expect(isRefused(cursors, text, { ...scope, keyId: 'key_2' })).toBe(true);
  expect(isRefused(cursors, text, { ...scope, parameters: { keyword: 'sol' } })).toBe(true);
  expect(isRefused(cursors, text, { ...scope, parameters: { keyword: 'so', feed_type: 'ltop' } })).toBe(true);
  expect(isRefused(new Cursors(Buffer.alloc(32, 2)), text)).toBe(true);
  const later = new Cursors(Buffer.alloc(32, 1), () => Date.now() + 10 * 86_400_000);
  expect(isRefused(later, text)).toBe(true);
  // the order of parameters, and those that are not given, play no part
  const same = { feed_type: 'top', keyword: 'sol', sort: undefined };
  expect(cursors.read(text, { ...scope, parameters: same })).toEqual(position);
});
