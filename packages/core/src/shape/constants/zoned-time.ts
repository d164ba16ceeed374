import type { Expression } from '../../syntax/ast.ts';
import { type ConstantScope, readText } from './instants.ts';
import { isKnownZone } from './time-zones.ts';

/** `time AT TIME ZONE 'zone'`, or the same as a call, of a zone that DuckDB has; undefined for others: an unknown name is an error wherever DuckDB computes it. */
export function zonedTime(
  expression: Expression,
  scope: ConstantScope,
): { readonly zone: string; readonly time: Expression } | undefined {
  if (expression.class !== 'FUNCTION' || expression.function_name.toLowerCase() !== 'timezone')
    return undefined;
  const [first, time] = expression.children;
  const zone = first && readText(first, scope);
  return time !== undefined && zone !== undefined && isKnownZone(zone) ? { zone, time } : undefined;
}
