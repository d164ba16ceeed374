import { AppError } from '@sdq/contract';
import { expect, test } from 'vitest';
import { networkOf } from '../../src/operations/address-counts.ts';
import { FailedAuthentications } from '../../src/operations/failed-authentications.ts';

const wrong = new AppError('invalid_api_key', 'This key is not valid');

test('failures are counted by the minute, and forgotten with it', () => {
  let now = 1_000_000;
  const failed = new FailedAuthentications(2, () => now);
  expect([1, 2].map(() => failed.note(wrong, '192.0.2.1'))).toEqual([wrong, wrong]);
  now += 20_000;
  expect(failed.note(wrong, '192.0.2.1')).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 40 });
  expect(failed.note(wrong, '192.0.2.2')).toBe(wrong);
  now += 40_000;
  expect(failed.note(wrong, '192.0.2.1')).toBe(wrong);
});

test('only what was an attempt counts', () => {
  const failed = new FailedAuthentications(1);
  const missing = new AppError('missing_api_key', 'Not authenticated');
  for (let i = 0; i < 5; i++) expect(failed.note(missing, '192.0.2.1')).toBe(missing);
  expect(failed.size).toBe(0);
});

test('however many addresses come, memory is bounded and the latest are known', () => {
  const failed = new FailedAuthentications(1);
  for (let i = 0; i < 50_000; i++) failed.note(wrong, `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
  expect(failed.size).toBe(20_000);
  expect(failed.note(wrong, '10.0.195.79')).toMatchObject({ code: 'rate_limited' });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
