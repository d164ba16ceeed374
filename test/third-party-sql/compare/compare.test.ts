import { expect, test } from 'vitest';
import { areAmong, differenceOfOrder, differenceOfRows } from './compare-rows.ts';
import { errorKind } from './error-kind.ts';
import { differenceOf } from './judge.ts';
import { orderedPositions, withoutLimit } from './syntax.ts';

test('rows are compared as multisets, and floats to nine digits', () => {
  expect(differenceOfRows(['{"a":1}', '{"a":2}'], ['{"a":2}', '{"a":1}'])).toBe(undefined);
  expect(differenceOfRows(['{"a":1}', '{"a":1}'], ['{"a":1}', '{"a":2}'])).toMatch(/^1 of 2 rows differ/);
  expect(differenceOfRows(['{"a":1}'], [])).toBe('0 rows instead of 1');
  expect(differenceOfRows(['{"a":0.1234567891}'], ['{"a":0.12345678912}'])).toBe(undefined);
  // On the two sides of a rounding boundary.
  expect(differenceOfRows(['{"a":0.12345678949999}'], ['{"a":0.12345678950001}'])).toBe(undefined);
  expect(differenceOfRows(['{"a":0.1234}'], ['{"a":0.1235}'])).toMatch(/differ/);
  expect(differenceOfRows(['{"a":9007199254740993}'], ['{"a":9007199254740992}'])).toMatch(/differ/);
  expect(differenceOfRows(['{"a":"x1"}'], ['{"a":"x2"}'])).toMatch(/differ/);
});

test('the keys of ORDER BY are compared in sequence, and rows with equal keys are not', () => {
  const rows = (...values: [number, string][]) => ({
    names: ['k', 'v'],
    lines: values.map(([k, v]) => JSON.stringify({ k, v })),
  });
  const expected = rows([1, 'a'], [1, 'b'], [2, 'c']);
  expect(differenceOfOrder(expected, rows([1, 'b'], [1, 'a'], [2, 'c']), [0])).toBe(undefined);
  expect(differenceOfOrder(expected, rows([1, 'b'], [1, 'a'], [2, 'c']), [0, 1])).toMatch(/^row 1/);
  expect(differenceOfOrder(expected, rows([2, 'c'], [1, 'a'], [1, 'b']), [0])).toMatch(/^row 1/);
  expect(differenceOfOrder(expected, rows([2, 'c'], [1, 'a'], [1, 'b']), [])).toBe(undefined);
});

test('a part of a result is among its rows as often as they are there', () => {
  expect(areAmong(['a', 'a', 'b'], ['a', 'a'])).toBe(true);
  expect(areAmong(['a', 'b'], ['a', 'a'])).toBe(false);
});

const column = (...column_names: string[]) => ({ class: 'COLUMN_REF', alias: '', column_names });
const ordered = (select_list: object[], ...expressions: object[]) =>
  JSON.stringify({
    statements: [
      {
        node: {
          type: 'SELECT_NODE',
          select_list,
          modifiers: [
            { type: 'ORDER_MODIFIER', orders: expressions.map((expression) => ({ expression })) },
            { type: 'LIMIT_MODIFIER' },
          ],
        },
      },
    ],
  });

test('the order of a result is known by position, name and expression, up to a key that it does not have', () => {
  const names = ['a', 'b'];
  const sum = { class: 'FUNCTION', alias: 'b', query_location: 7 };
  const list = [column('a'), sum];
  expect(orderedPositions(ordered(list, { class: 'CONSTANT', value: { value: 2 } }), names)).toEqual([1]);
  expect(orderedPositions(ordered(list, column('A'), column('c'), column('b')), names)).toEqual([0]);
  expect(orderedPositions(ordered(list, { ...sum, alias: '', query_location: 30 }), names)).toEqual([1]);
  expect(orderedPositions(ordered(list, { class: 'STAR' }), names)).toEqual([0, 1]);
  // t.b is another column than the alias b.
  expect(orderedPositions(ordered(list, column('t', 'b')), names)).toEqual([]);
  expect(orderedPositions(null, names)).toEqual([]);
});

test('a limit is taken off the whole statement alone', () => {
  const tree = JSON.parse(withoutLimit(ordered([column('a')], column('a'))) ?? '{}');
  expect(tree.statements[0].node.modifiers.map(({ type }: { type: string }) => type)).toEqual([
    'ORDER_MODIFIER',
  ]);
  expect(withoutLimit('{"statements":[{"node":{"type":"SELECT_NODE","modifiers":[]}}]}')).toBe(null);
});

test('names and types of columns are compared before rows', () => {
  const expected = {
    outcome: 'rows',
    columns: [{ name: 'a', type: 'INTEGER' }],
    lines: ['{"a":1}'],
    isCut: false,
  } as const;
  const given = (name: string, type: string) =>
    ({ outcome: 'rows', columns: [{ name, type }], lines: ['{"a":1}'] }) as const;
  expect(differenceOf(expected, given('a', 'INTEGER'), null)).toBe(undefined);
  expect(differenceOf(expected, given('b', 'INTEGER'), null)).toMatchObject({ what: 'names' });
  expect(differenceOf(expected, given('a', 'BIGINT'), null)).toMatchObject({ what: 'types' });
  expect(
    differenceOf(expected, { outcome: 'error', code: 'x', message: 'y', hint: null }, null),
  ).toMatchObject({
    what: 'error',
  });
});

test('messages of one kind differ in names and numbers only', () => {
  expect(errorKind('There is no column "a" in 12 tables\nLINE 1')).toBe('There is no column "…" in N tables');
  expect(errorKind("Cannot cast 'it''s' to DECIMAL(9,2)")).toBe("Cannot cast '…' to DECIMAL(…)");
});
