import type { Statement } from '../../stages.ts';

/**
 * The text to append so that the engine stops at the rows the caller asked for: a top-k instead of a full sort.
 * Null when the statement has a LIMIT or OFFSET of its own; the executor then counts.
 */
export function pushLimit(statement: Statement, rowsMax: number): string | null {
  const { modifiers } = statement.ast.node;
  const limited = modifiers.some(
    ({ type }) => type === 'LIMIT_MODIFIER' || type === 'LIMIT_PERCENT_MODIFIER',
  );
  return limited ? null : `\nLIMIT ${rowsMax}`;
}
