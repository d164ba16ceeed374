import type { StatementQuestion } from '../../../shape/statement-question.ts';

/**
 * The text to append so that the engine stops at the requested number of rows: a top-k instead of a full sort. Null
 * when the statement has its own LIMIT or OFFSET; the executor then counts rows.
 */
export function pushLimit({ hasLimit }: StatementQuestion, rowsMax: number): string | null {
  return hasLimit ? null : `\nLIMIT ${rowsMax}`;
}
