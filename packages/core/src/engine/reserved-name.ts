import type { CatalogTable } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { sqlWord } from '@sdq/duckdb/sql';

/** The same error, with a hint when an unquoted name is also an SQL keyword. */
export function withReservedName(error: unknown, tables: readonly CatalogTable[]): unknown {
  if (!(error instanceof AppError) || error.code !== 'sql_syntax_error' || error.hint !== undefined)
    return error;
  const [first, ...others] = error.sql;
  const word = first?.near?.toLowerCase() ?? '';
  const isName = tables.some(
    ({ name, columns }) => name === word || columns.some((column) => column.name === word),
  );
  if (first === undefined || !isName || sqlWord(word) === word) return error;
  const hint = `"${word}" is an SQL keyword: quote it to use it as a name: ${sqlWord(word)}`;
  const { code, message, cause } = error;
  return new AppError(code, message, { cause, hint, sql: [{ ...first, hint }, ...others] });
}
