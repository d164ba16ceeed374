import { expect, test } from 'vitest';
import { titleRowsIn } from '../src/containers/csv-title-rows.ts';

test('a long cell of digits does not block the search for titles', () => {
  const digits = '9'.repeat(200_000);
  expect(
    titleRowsIn([
      [`${digits}}`, 'x'],
      ['id', 'name'],
      ['1', 'a'],
    ]),
  ).toBe(0);
});
