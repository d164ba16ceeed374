import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from '../../src/terminal/cell.ts';
import { excerpt } from '../../src/terminal/excerpt.ts';

test('the line of the place, with carets below it', () => {
  const sql = 'SELECT *\nFROM vidoes\nLIMIT 1';
  expect(excerpt(sql, sql.indexOf('vidoes'), 6)).toEqual(['FROM vidoes', '     ^^^^^^']);
});

test('carets stand right below wide characters', () => {
  const sql = "SELECT '東京', plays";
  expect(excerpt(sql, sql.indexOf('plays'), 5)).toEqual([sql, `${' '.repeat(15)}^^^^^`]);
});

test('a place at the end of the text, and in an empty one', () => {
  expect(excerpt('SELECT', 6, 1)).toEqual(['SELECT', '      ^']);
  expect(excerpt('', 0, 1)).toEqual(['', '^']);
  expect(excerpt('SELECT\n', 7, 1)).toEqual(['', '^']);
});

test('of a long line only the surroundings are shown', () => {
  const sql = `SELECT ${'a, '.repeat(1000)} oops ${', b'.repeat(1000)}`;
  const [line, carets] = excerpt(sql, sql.indexOf('oops'), 4);
  expect(line.length).toBeLessThan(120);
  expect(line.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('oops');
});

test('any place in any text gives one line and at least one caret', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.nat(400), fc.nat(400), (text, offset, length) => {
      const [line, carets] = excerpt(text, offset, length);
      expect(line.includes('\n') || line.includes('\u001b')).toBe(false);
      expect(carets).toMatch(/^ *\^+$/);
      expect(displayWidth(line)).toBeLessThanOrEqual(400);
    }),
  );
});
