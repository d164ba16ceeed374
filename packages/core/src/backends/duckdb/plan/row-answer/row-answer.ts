import { rowFileType } from '@sdq/catalog';
import type { RuleOutcome } from '../../../../backend/execution-backend.ts';
import type { RowAnswer } from '../../runnable-plan.ts';
import type { ChosenPaths } from '../choose-paths.ts';

export const rowAnswerRule = 'rows-as-stored';

/** Types of columns by which rows are sorted without DuckDB. */
const sortable =
  /^(VARCHAR|BOOLEAN|SMALLINT|INTEGER|BIGINT|UBIGINT|DATE|TIMESTAMP|TIMESTAMP WITH TIME ZONE)$/;

/**
 * A result that is the rows which the cheapest candidate fetches: it is sorted, cut and encoded as it is, without a
 * statement of DuckDB. One line with the reason where the result is anything else.
 */
export function rowAnswer(
  chosen: readonly Pick<ChosenPaths, 'question' | 'context' | 'speculative'>[],
): RowAnswer | string {
  const [only, another] = chosen;
  if (only === undefined || another !== undefined) return 'the query reads more than one table';
  const { question, context, speculative } = only;
  const [candidate] = speculative;
  const [step, next] = candidate?.steps ?? [];
  if (candidate?.fetched === undefined || step === undefined || next !== undefined)
    return 'WHERE asks for more than keys and plain comparisons';
  if (step.sql !== null || step.keys === undefined || 'sql' in step.keys.keys)
    return 'a segment has no key file';
  if (step.files.some(({ base }) => base !== undefined)) return 'rows are fetched from base files';
  if (context.uncovered.length > 0 && step.keys.beside === undefined)
    return 'rows have been added since the segments were built';
  const plain = question.plainRows;
  if (typeof plain === 'string') return plain;
  const described = new Map(context.table.columns.map((column) => [column.name, column]));
  const fetched = new Map(step.columns.map(({ name, type, jsonOf }) => [name, jsonOf ?? type]));
  const typeOf = (column: string) => {
    const type = fetched.get(column);
    return type !== undefined && type === described.get(column)?.type && rowFileType(type) !== undefined
      ? type
      : undefined;
  };
  const { terms, wanted, skipped } = plain;
  const columns = plain.columns.map(({ column, name }): RowAnswer['columns'][number] | undefined => {
    if (typeOf(column) !== undefined) return { column, name };
    const { parts, reads = [] } = described.get(column) ?? {};
    return parts && reads.every((read) => typeOf(read) === 'VARCHAR') ? { name, parts } : undefined;
  });
  if (columns.includes(undefined)) return 'a column is computed';
  if (!terms.every(({ column }) => sortable.test(typeOf(column) ?? '')))
    return 'rows are sorted by more than texts, whole numbers and times';
  return {
    columns: columns.flatMap((column) => column ?? []),
    ...{ order: terms, skipped, wanted },
    ...(context.uncovered.length > 0 && { hasRowsBeside: true }),
    ...(candidate.fetched.test !== undefined && { test: candidate.fetched.test }),
    ...(candidate.fetched.hasTies === true && { hasTies: true }),
  };
}

export function rowAnswerOutcome(answer: RowAnswer | string): RuleOutcome {
  const fired = typeof answer !== 'string';
  const note = fired ? noteOf(answer) : answer;
  return { rule: rowAnswerRule, table: null, fired, note };
}

function noteOf({ hasRowsBeside = false, test }: RowAnswer): string {
  const which = test === undefined ? 'that are fetched' : 'that are fetched, and pass WHERE,';
  const unless = hasRowsBeside ? ', unless a row that was changed since has one of the keys' : '';
  return `the rows ${which} are the result: no SQL runs${unless}`;
}
