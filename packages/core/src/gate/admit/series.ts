import type { SqlParameters } from '@sdq/contract';
import type { Expression } from '../../syntax/ast.ts';
import { knownValue } from './constant.ts';

/** Number of elements between constant bounds, 0 when one of them is NULL; null when it is unknown. */
export function seriesLength(bounds: readonly Expression[], parameters: SqlParameters): number | null {
  const values = bounds.map((bound) => knownValue(bound, parameters));
  if (values.some((value) => typeof value !== 'number')) return values.includes(null) ? 0 : null;
  const numbers = values as number[];
  const [start = 0, stop = 0, step = 1] = numbers.length === 1 ? [0, ...numbers] : numbers;
  return step === 0 ? Number.POSITIVE_INFINITY : Math.max(0, (stop - start) / step);
}
