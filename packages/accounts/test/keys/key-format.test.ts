import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyKinds, last4Of, makeKey, maskKey, prefixOf, readKey } from '../../src/keys/key-format.ts';

const kind = fc.constantFrom(...keyKinds);

describe('keys', () => {
  test('a made key has the documented shape and is read as its kind', () => {
    fc.assert(
      fc.property(kind, (kind) => {
        const key = makeKey(kind);
        expect(key).toMatch(new RegExp(`^sdq_${kind}_[0-9A-Za-z]{36}$`));
        expect(readKey(key)).toEqual({ kind });
      }),
    );
  });

  test('any one letter changed is noticed', () => {
    fc.assert(
      fc.property(kind, fc.nat(44), fc.constantFrom(...'azAZ09_-é '), (kind, at, letter) => {
        const key = makeKey(kind);
        fc.pre(key[at] !== letter);
        expect(readKey(key.slice(0, at) + letter + key.slice(at + 1))).toBeUndefined();
      }),
    );
  });

  test.each([
    '',
    'x',
    'Bearer x',
    'sdq_live_',
    `${makeKey('live')}x`,
    `${makeKey('live')}\n`,
    'sdq_root_'.padEnd(45, '0'),
  ])('%j is no key', (text) => expect(readKey(text)).toBeUndefined());

  test('what may be shown of a key holds eight letters of its secret', () => {
    const key = makeKey('live');
    const masked = maskKey(prefixOf(key), last4Of(key));
    expect(masked).toBe(`${key.slice(0, 13)}…${key.slice(-4)}`);
  });
});
