import type { AggregateCall } from '../../../../shape/grouped/aggregate-calls.ts';
import { meanOf } from '../../plan-macros.ts';
import { aliasOf, type OverGroups } from './over-groups.ts';

const rows = aliasOf('rows');

/** Maximum digits of a decimal that is multiplied by a number of rows: the product has at most 38. */
const digitsMax = 18;

/**
 * An aggregate whose argument is the same for all rows of a group: each value counts as often as the group has rows.
 * Undefined where the result could differ: floating-point sums depend on their order.
 */
export function weighted(
  call: AggregateCall,
  typeOf: (column: string) => string | undefined,
): OverGroups | undefined {
  const { name, filter, argumentText: argument } = call;
  const over = (text: string): OverGroups => ({ text, measures: ['rows'] });
  const known = `sum(CASE WHEN (${argument}) IS NOT NULL THEN ${rows} END)${filter}`;
  if (name === 'count') {
    return over(
      filter === ''
        ? `coalesce(sum(${rows}) FILTER (WHERE ${argument} IS NOT NULL), 0)::BIGINT`
        : `coalesce(${known}, 0)::BIGINT`,
    );
  }
  const kind = call.argumentKind(typeOf);
  if (kind?.kind === 'boolean') {
    // `count_if` is a sum as well: NULL where no value is known.
    if (name !== 'count_if' && name !== 'countif' && name !== 'sum') return undefined;
    const counted = `CASE WHEN (${argument}) IS NOT NULL THEN CASE WHEN ${argument} THEN ${rows} ELSE 0 END END`;
    return over(`sum(${counted})${filter}`);
  }
  if (kind?.kind !== 'integer' && kind?.kind !== 'decimal') return undefined;
  if (kind.kind === 'decimal' && kind.digits > digitsMax) return undefined;
  const factor =
    kind.kind === 'integer' ? `(${argument})::HUGEINT * ${rows}` : `(${argument}) * ${rows}::DECIMAL(18, 0)`;
  const sum = `sum(${factor})${filter}`;
  if (name === 'sum') return over(sum);
  if (name !== 'avg' && name !== 'mean') return undefined;
  if (kind.kind === 'integer') return over(meanOf(sum, known));
  // DuckDB divides the unscaled sum by the scaled count.
  const scaling = 10 ** kind.scale;
  return over(meanOf(`(${sum} * ${scaling})::HUGEINT`, `(${known} * ${scaling})`));
}
