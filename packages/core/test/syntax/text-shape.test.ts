import { expect, test } from 'vitest';
import { shapeOf } from '../../src/syntax/text-shape.ts';

const era = "SELECT date_diff('era', create_time, DATE '2026-01-01') FROM videos WHERE play_count > 10";

test.each([
  [
    'other constants',
    "SELECT date_diff('day', create_time, DATE '0044-03-15 BC') FROM videos WHERE play_count > 1e9",
  ],
  [
    'other ways to write a string',
    "SELECT date_diff($$era$$, create_time, DATE E'\\x32') FROM videos WHERE play_count > 0x1F",
  ],
  [
    'spaces, comments, case and a semicolon',
    era.replaceAll(' ', ' /* now */\n').replace('SELECT', 'select').concat(' ; -- end'),
  ],
])('%s make no other shape', (_, text) => {
  expect(shapeOf(text)).toBe(shapeOf(era));
});

test.each([
  ['another function', era.replace('date_diff', 'date_sub')],
  ['another column', era.replace('play_count', 'like_count')],
  ['another kind of constant', era.replace('10', "'10'")],
  ['a parameter', era.replace('10', '?')],
  ['another operator', era.replace('>', '>=')],
  ['a word within a string', era.replace('10', "'10' -- > 10")],
  ['a name in quotation marks', era.replace('videos', '"videos"')],
])('%s makes another shape', (_, text) => {
  expect(shapeOf(text)).not.toBe(shapeOf(era));
});

test('a list of constants is as long as one, but not a list of names', () => {
  const among = (values: string) => shapeOf(`SELECT a FROM videos WHERE a IN (${values})`);
  expect(among("'a', 'b', 'c'")).toBe(among("'d'"));
  expect(among('$1, $2')).toBe(among('?'));
  expect(among('true, FALSE')).toBe(among('false'));
  expect(among("1, 'a', 2")).not.toBe(among('1'));
  expect(among('a, b')).not.toBe(among('a'));
});

test('no constant is part of a shape', () => {
  const shape = shapeOf(
    "SELECT 'secret', \"name\", 4711, $$secret$$, e'secret', x'53' FROM videos -- secret",
  );
  expect(shape).not.toMatch(/secret|4711|53/);
  expect(shape).toContain('"name"');
});
