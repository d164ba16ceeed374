import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvScanner } from '../../src/containers/csv-scanner.ts';

/** All rows of a text that comes in parts of these lengths; undefined if it cannot be read. */
function scan(text: string, lengths: readonly number[]): string[][] | undefined {
  const scanner = new CsvScanner(',', 'file');
  const bytes = Buffer.from(text);
  const rows: string[][] = [];
  const take = () => {
    while (scanner.next()) rows.push(scanner.row.texts());
  };
  try {
    let at = 0;
    for (const length of lengths) {
      scanner.push(bytes.subarray(at, at + length));
      at = Math.min(bytes.length, at + length);
      take();
    }
    scanner.push(bytes.subarray(at));
    scanner.end();
    take();
    return rows;
  } catch {
    return undefined;
  }
}

function parsed(text: string): string[][] | undefined {
  try {
    return parse(text, {
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as string[][];
  } catch {
    return undefined;
  }
}

test('any text gives the rows of csv-parse, wherever it is cut', () => {
  const pieces = fc.constantFrom(
    'a',
    'é',
    '👆',
    ',',
    ',',
    '"',
    '""',
    '\n',
    '\n',
    '\r\n',
    '\r',
    ' ',
    'bc,"d"',
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 24 }),
      fc.array(fc.nat(9), { maxLength: 6 }),
      (parts, lengths) => {
        const text = parts.join('');
        expect(scan(text, lengths)).toEqual(parsed(text));
      },
    ),
    { numRuns: 5_000 },
  );
});

test('lines are counted by their ends, also those within quotes and blank ones', () => {
  const lines = (text: string) => {
    const scanner = new CsvScanner(',', 'file');
    scanner.push(Buffer.from(text));
    scanner.end();
    const found: number[] = [];
    while (scanner.next()) found.push(scanner.line);
    return found;
  };
  expect(lines('a,b\n1,"x\ny"\n\n2,z\n3,z')).toEqual([1, 2, 5, 6]);
  expect(lines('a,b\r\n1,"x\r\ny"\r\n\r\n2,z\r\n')).toEqual([1, 2, 5]);
});

test('a row without end is refused with its line', () => {
  const scanner = new CsvScanner(',', 'file');
  scanner.push(Buffer.from('a,b\n1,"x\n'));
  scanner.end();
  expect(scanner.next()).toBe(true);
  expect(() => scanner.next()).toThrow('not valid CSV after line 1: a quoted cell is not closed');
});
