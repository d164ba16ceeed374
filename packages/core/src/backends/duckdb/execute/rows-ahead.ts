import type { RowSet } from '@sdq/row-store';
import type { RowAnswer, RowStep } from '../runnable-plan.ts';
import type { ChangedRowsNamed } from './find-ordinals.ts';
import type { TableBeside } from './keys-beside.ts';
import { everyRow, rowsThatPass } from './row-tests.ts';
import { numberAt } from './stored-numbers.ts';
import { hasValue } from './stored-vectors.ts';

/**
 * The tables of changed rows in which there may be rows of an answer, of which the stored rows are known. Where it wants the newest rows
 * and has as many of them that are later than any of a table, none of those belongs to it.
 */
export function tablesToRead(
  { tables, timeColumn }: ChangedRowsNamed,
  { order: [term], skipped, wanted, test }: RowAnswer,
  { columns }: Pick<RowStep, 'columns'>,
  stored: RowSet,
): readonly TableBeside[] {
  const times = term && stored.columns.get(term.column);
  const isNewestFirst = term?.column === timeColumn && term?.isFalling === true && !term.nullsFirst;
  if (tables.length === 0 || wanted === null || times === undefined || !isNewestFirst) return tables;
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const typeOf = (name: string) => types.get(name) ?? '';
  const rows = test === undefined ? everyRow(stored) : rowsThatPass(test, stored, typeOf);
  const timeOf = numberAt(times, false);
  const known = rows.filter((row) => hasValue(times.validity, row));
  return tables.filter(({ latest }) => {
    const ahead = known.reduce((count, row) => count + (timeOf(row) > latest ? 1 : 0), 0);
    return ahead < skipped + wanted;
  });
}
