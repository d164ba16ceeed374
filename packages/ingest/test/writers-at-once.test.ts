import { expect, test } from 'vitest';
import { writersAtOnce } from '../src/writers-at-once.ts';

test('little memory is for one', () => {
  expect(writersAtOnce(2 ** 28)).toBe(1);
  expect(writersAtOnce(2 ** 34)).toBeLessThanOrEqual(4);
});
