import type { CatalogTable, GivenValue } from '@sdq/catalog';
import { sqlName, sqlString } from '@sdq/duckdb/sql';

/**
 * A table whose rows are given, as SQL for FROM. A column with the same value in all rows is one constant: most columns
 * of catalogue tables are.
 */
export function givenRows({ columns, rows = [] }: Pick<CatalogTable, 'columns' | 'rows'>): string {
  const isSame = columns.map((_, place) => rows.every((row) => equal(row[place], rows[0]?.[place])));
  const list = columns.map(({ name, type }, place) => {
    const value = isSame[place] ? literal(rows[0]?.[place] ?? null) : `c${place}`;
    return `CAST(${value} AS ${type}) AS ${sqlName(name)}`;
  });
  const varying = columns.flatMap((_, place) => (isSame[place] ? [] : [place]));
  const from =
    rows.length === 0
      ? ''
      : varying.length === 0
        ? ` FROM range(${rows.length})`
        : ` FROM (VALUES ${rows.map((row) => `(${varying.map((place) => literal(row[place] ?? null)).join(', ')})`).join(', ')}) AS given(${varying.map((place) => `c${place}`).join(', ')})`;
  return `(SELECT ${list.join(', ')}${from}${rows.length === 0 ? ' WHERE false' : ''})`;
}

function equal(a: GivenValue | undefined, b: GivenValue | undefined): boolean {
  return a === b || (Array.isArray(a) && Array.isArray(b) && literal(a) === literal(b));
}

function literal(value: GivenValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return sqlString(value);
  if (typeof value === 'object') return `[${value.map((each) => literal(each)).join(', ')}]`;
  return String(value);
}
