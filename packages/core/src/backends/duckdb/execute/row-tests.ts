import type { RowSet, RowValues, TextValues } from '@sdq/row-store';
import type { ComparedColumn, RowTest } from '../../../shape/filter/row-test.ts';
import { numberAt } from './stored-numbers.ts';
import { hasValue } from './stored-vectors.ts';

/** TRUE, FALSE or, as null, NULL. */
type Evaluate = (row: number) => boolean | null;

/** The numbers of all rows. */
export function everyRow({ rows }: Pick<RowSet, 'rows'>): Uint32Array {
  return Uint32Array.from({ length: rows }, (_, row) => row);
}

/** The numbers of the rows that pass a test, ascending. `typeOf` returns the types of columns. */
export function rowsThatPass(test: RowTest, rows: RowSet, typeOf: (column: string) => string): Uint32Array {
  const valuesOf = (column: string) => {
    const values = rows.columns.get(column);
    if (values === undefined) throw new Error(`The rows that were fetched have no column ${column}`);
    return values;
  };
  const passes = evaluated(test, valuesOf, (column) => typeOf(column) === 'UBIGINT');
  return everyRow(rows).filter((row) => passes(row) === true);
}

function evaluated(
  test: RowTest,
  valuesOf: (column: string) => RowValues,
  isUnsigned: (column: string) => boolean,
): Evaluate {
  const recurse = (child: RowTest) => evaluated(child, valuesOf, isUnsigned);
  switch (test.kind) {
    case 'and':
      return decided(test.children.map(recurse), false);
    case 'or':
      return decided(test.children.map(recurse), true);
    case 'not': {
      const child = recurse(test.child);
      return (row) => {
        const value = child(row);
        return value === null ? null : !value;
      };
    }
    case 'is null': {
      const { validity } = valuesOf(test.column);
      return (row) => !hasValue(validity, row);
    }
    case 'is true':
      return whereKnown(
        valuesOf(test.column),
        numberAt(valuesOf(test.column), false),
        (value) => value !== 0,
      );
    case 'comparison': {
      const values = valuesOf(test.column);
      return values.kind === 'text'
        ? comparedText(values, test)
        : comparedNumber(values, test, isUnsigned(test.column));
    }
  }
}

/** AND is decided by FALSE, OR by TRUE; undecided, NULL is left where any child is NULL. */
function decided(children: readonly Evaluate[], by: boolean): Evaluate {
  return (row) => {
    let isKnown = true;
    for (const child of children) {
      const value = child(row);
      if (value === by) return by;
      if (value === null) isKnown = false;
    }
    return isKnown ? !by : null;
  };
}

function whereKnown<Value>(
  { validity }: RowValues,
  valueAt: (row: number) => Value,
  test: (value: Value) => boolean,
): Evaluate {
  return (row) => (hasValue(validity, row) ? test(valueAt(row)) : null);
}

function comparedText(values: TextValues, { operator, value }: ComparedColumn): Evaluate {
  const constant = Buffer.from(value);
  const { offsets, bytes } = values;
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const order = (row: number) =>
    all.compare(constant, 0, constant.length, offsets[row] as number, offsets[row + 1] as number);
  return whereKnown(values, order, holds[operator]);
}

function comparedNumber(
  values: RowValues,
  { operator, value }: ComparedColumn,
  isUnsigned: boolean,
): Evaluate {
  const constant = BigInt(value);
  const at = numberAt(values, isUnsigned);
  // numbers and big integers compare by value
  const order = (row: number) => {
    const found = at(row);
    return found < constant ? -1 : found > constant ? 1 : 0;
  };
  return whereKnown(values, order, holds[operator]);
}

/** Whether an operator holds for values that compare like this. */
const holds: Readonly<Record<ComparedColumn['operator'], (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};
