import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText, cutToWidth, displayWidth } from '../../src/terminal/cell.ts';
import { alignmentOf, renderTable, TableLayout } from '../../src/terminal/table.ts';

const columns = [
  { name: 'caption', align: 'left' },
  { name: 'plays', align: 'right' },
] as const;

test('columns stand below one another by display width, numbers to the right', () => {
  const rows = [
    ['東京 dance', 12],
    ['👨‍👩‍👧 family', 1_000],
    [null, null],
  ];
  expect(renderTable(columns, rows).split('\n')).toEqual([
    'caption     plays',
    '──────────  ─────',
    '東京 dance     12',
    '👨‍👩‍👧 family    1000',
    'NULL         NULL',
  ]);
});

test('long cells are cut, and a narrow line takes from the widest column', () => {
  const layout = new TableLayout(columns, [['x'.repeat(100), 5]], { lineWidthMax: 20 });
  expect(layout.row(['x'.repeat(100), 5])).toBe(`${'x'.repeat(12)}…      5`);
  expect(renderTable(columns, [['y'.repeat(100), 5]]).split('\n')[2]).toBe(`${'y'.repeat(59)}…      5`);
});

test('a caption cannot reach the terminal', () => {
  expect(cellText('a\u001b[31mred\u0007\r\nb\tc\u009b')).toBe('a�[31mred�↵b c�');
  expect(cellText(['a', { b: 1 }])).toBe('["a",{"b":1}]');
});

test('a cut text is never wider than asked, and only a text that is too wide is cut', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.integer({ min: 1, max: 20 }),
      (text, width) => {
        const cut = cutToWidth(text, width);
        expect(displayWidth(cut)).toBeLessThanOrEqual(width);
        if (displayWidth(text) <= width) expect(cut).toBe(text);
      },
    ),
  );
});

test('alignment follows the type', () => {
  for (const type of ['BIGINT', 'UTINYINT', 'HUGEINT', 'DOUBLE', 'DECIMAL(18,3)'])
    expect(alignmentOf(type)).toBe('right');
  for (const type of ['VARCHAR', 'BIGINT[]', 'DATE', 'STRUCT(a BIGINT)'])
    expect(alignmentOf(type)).toBe('left');
});
