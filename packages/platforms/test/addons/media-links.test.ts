import { expect, test } from 'vitest';
import { MediaLinks } from '../../src/addons/media-links.ts';

/** What a link's path and query say, as the route reads them. */
function read(path: string) {
  const { pathname, searchParams } = new URL(path, 'http://s.example');
  const [, , , platform = '', recordId = ''] = pathname.split('/');
  const signature = searchParams.get('signature') ?? '';
  return {
    platform,
    recordId: decodeURIComponent(recordId),
    expires: Number(searchParams.get('expires')),
    signature,
  };
}

test('a link is good for an hour, and for what it was signed for', () => {
  let now = Date.parse('2026-11-01T10:00:00Z');
  const links = new MediaLinks(Buffer.alloc(32, 1), () => now);
  const { path, expiresAt } = links.sign('photo', 'C_a-1');
  const link = read(path);
  expect(expiresAt.toISOString()).toBe('2026-11-01T11:00:00.000Z');
  expect(links.isValid(link)).toBe(true);
  for (const other of [
    { recordId: 'C_a-2' },
    { platform: 'micro' },
    { expires: link.expires + 1 },
    { signature: '' },
    { signature: `${link.signature}A` },
  ]) {
    expect([other, links.isValid({ ...link, ...other })]).toEqual([other, false]);
  }
  const bytes = Buffer.from(link.signature, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const altered = Buffer.from(bytes);
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect([bit, links.isValid({ ...link, signature: altered.toString('base64url') })]).toEqual([bit, false]);
  }
  expect(new MediaLinks(Buffer.alloc(32, 2), () => now).isValid(link)).toBe(false);
  now += 3_599_000;
  expect(links.isValid(link)).toBe(true);
  now += 2_000;
  expect(links.isValid(link)).toBe(false);
});
