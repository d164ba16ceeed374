import { tokenize } from '../../../packages/core/src/syntax/tokens.ts';

/**
 * Puts common table expressions in front of a SELECT, before those that it has. Throws for a statement that cannot begin
 * with WITH.
 */
export function putCtes(sql: string, ctes: readonly string[], isRecursive = false): string {
  if (ctes.length === 0) return sql;
  const words = tokenize(sql).tokens.map(({ start, end, kind }) => ({
    text: sql.slice(start, end),
    start,
    end,
    kind,
  }));
  const [first, second] = words;
  if (first === undefined) throw new Error('The statement is empty');
  const list = ctes.join(', ');
  if (first.text.toUpperCase() !== 'WITH') {
    return `WITH ${isRecursive ? 'RECURSIVE ' : ''}${list} ${sql.slice(first.start)}`;
  }
  const hasRecursive = second?.text.toUpperCase() === 'RECURSIVE';
  const rest = sql.slice(hasRecursive ? second.end : first.end).trimStart();
  return `WITH ${hasRecursive || isRecursive ? 'RECURSIVE ' : ''}${list}, ${rest}`;
}
