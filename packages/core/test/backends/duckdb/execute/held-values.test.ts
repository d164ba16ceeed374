import { expect, test } from 'vitest';
import { HeldValues } from '../../../../src/backends/duckdb/execute/held-values.ts';

test('what neither the last snapshot nor the one before it used is dropped when another is taken up', () => {
  const held = new HeldValues<string>(100, ({ length }) => length);
  held.set('stays', 'a part that did not change');
  held.set('first', 'of the first snapshot');
  held.beginSnapshot();
  expect(held.get('stays')).toBe('a part that did not change');
  held.set('second', 'of the second');
  // queries of the first snapshot may still run
  expect(held.get('first')).toBe('of the first snapshot');
  held.beginSnapshot();
  expect(held.get('stays')).toBe('a part that did not change');
  held.beginSnapshot();
  expect(['stays', 'first', 'second'].map((name) => held.get(name) !== undefined)).toEqual([
    true,
    false,
    false,
  ]);
});

test('no more is held than the limit', () => {
  const held = new HeldValues<string>(10, ({ length }) => length);
  for (const name of ['a', 'b', 'c']) held.set(name, 'five.');
  expect(['a', 'b', 'c'].map((name) => held.get(name))).toEqual([undefined, 'five.', 'five.']);
  held.set('long', 'more than all of it');
  expect(held.get('long')).toBeUndefined();
});
