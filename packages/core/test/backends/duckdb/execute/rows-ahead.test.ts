import type { FixedValues, RowSet } from '@sdq/row-store';
import { expect, test } from 'vitest';
import { tablesToRead } from '../../../../src/backends/duckdb/execute/rows-ahead.ts';
import type { RowAnswer } from '../../../../src/backends/duckdb/runnable-plan.ts';

const columns = [{ name: 't', type: 'TIMESTAMP WITH TIME ZONE' }];
const newestTwo: RowAnswer = {
  columns: [{ name: 't', column: 't' }],
  order: [{ column: 't', isFalling: true, nullsFirst: false }],
  skipped: 0,
  wanted: 2,
};

/** Rows with these times; undefined for NULL. */
function rowsAt(...times: readonly (bigint | undefined)[]): RowSet {
  const values: FixedValues = {
    kind: 'fixed',
    validity: Uint8Array.of(times.reduce((bits, time, at) => bits | (time === undefined ? 0 : 1 << at), 0)),
    width: 8,
    bytes: new Uint8Array(BigInt64Array.from(times, (time) => time ?? 99n).buffer),
  };
  return { rows: times.length, columns: new Map([['t', values]]) };
}

const changedAt = (time: number, timeColumn: string | undefined = 't') => ({
  tables: [{ table: 'changed', latest: time }],
  condition: 'true',
  timeColumn,
});
const isBehind = (time: number, answer: RowAnswer, stored: RowSet) =>
  tablesToRead(changedAt(time), answer, { columns }, stored).length === 0;

test('changed rows are behind an answer whose rows are all later than any of them', () => {
  const stored = rowsAt(30n, 20n, 10n, undefined);
  expect(isBehind(19, newestTwo, stored)).toBe(true);
  // one of the same time may come before it by another column
  expect(isBehind(20, newestTwo, stored)).toBe(false);
  expect(isBehind(19, { ...newestTwo, skipped: 1 }, stored)).toBe(false);
  expect(isBehind(9, { ...newestTwo, skipped: 1 }, stored)).toBe(true);
  expect(isBehind(Number.NEGATIVE_INFINITY, { ...newestTwo, wanted: 4 }, stored)).toBe(false);
  expect(isBehind(Number.POSITIVE_INFINITY, newestTwo, stored)).toBe(false);
});

test('tables are read only where a row of them may belong to the answer', () => {
  const tables = [9, 15, 25, 40].map((latest) => ({ table: `changed_${latest}`, latest }));
  const read = tablesToRead({ ...changedAt(0), tables }, newestTwo, { columns }, rowsAt(30n, 20n, 10n));
  expect(read.map(({ table }) => table)).toEqual(['changed_25', 'changed_40']);
});

test('of other answers nothing is said', () => {
  const stored = rowsAt(30n, 20n);
  const [term] = newestTwo.order;
  expect(
    tablesToRead({ ...changedAt(1), timeColumn: undefined }, newestTwo, { columns }, stored),
  ).toHaveLength(1);
  expect(isBehind(1, { ...newestTwo, wanted: null }, stored)).toBe(false);
  expect(isBehind(1, { ...newestTwo, order: [] }, stored)).toBe(false);
  for (const other of [{ isFalling: false }, { nullsFirst: true }, { column: 'other' }])
    expect(isBehind(1, { ...newestTwo, order: term ? [{ ...term, ...other }] : [] }, stored)).toBe(false);
});

test('only rows that pass the test of the answer count', () => {
  const test = { kind: 'comparison', column: 't', operator: '<', value: '25' } as const;
  const stored = rowsAt(30n, 20n, 10n);
  expect(isBehind(5, { ...newestTwo, test }, stored)).toBe(true);
  expect(isBehind(15, { ...newestTwo, test }, stored)).toBe(false);
});
