import type { Expression } from '../../syntax/ast.ts';
import { noParameters, readText, readWhole } from './instants.ts';

/** `INTERVAL '7 days'` or `INTERVAL 7 DAY`, of more than zero and less than a million; undefined for others. */
export function literalInterval(expression: Expression): { unit: string; count: bigint } | undefined {
  if (expression.class === 'CAST') {
    const text =
      expression.cast_type.id === 'INTERVAL' ? readText(expression.child, noParameters) : undefined;
    const [, count, unit = ''] =
      /^([1-9]\d{0,5}) (second|minute|hour|day|week|month|year)s?$/i.exec(text ?? '') ?? [];
    return count === undefined ? undefined : { unit: unit.toLowerCase(), count: BigInt(count) };
  }
  if (expression.class !== 'FUNCTION') return undefined;
  const [child, more] = expression.children;
  const count = child === undefined || more !== undefined ? undefined : readWhole(child);
  const [, unit] =
    /^to_(second|minute|hour|day|week|month|quarter|year)s$/.exec(expression.function_name) ?? [];
  return unit === undefined || count === undefined || count <= 0n || count >= 1_000_000n
    ? undefined
    : { unit, count };
}
