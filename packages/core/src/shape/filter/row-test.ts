import type { Operator } from '../constants/operators.ts';
import type { Comparison, Filter } from './filter.ts';

/**
 * A condition on one row that needs no engine: a tree over its stored columns that says exactly what WHERE says, NULL
 * included.
 */
export type RowTest =
  | { readonly kind: 'and' | 'or'; readonly children: readonly RowTest[] }
  | { readonly kind: 'not'; readonly child: RowTest }
  | { readonly kind: 'is null' | 'is true'; readonly column: string }
  | ComparedColumn;

/** A text, whole number or time compared with a constant: a text itself, digits, or microseconds since 1970, UTC. */
export interface ComparedColumn {
  readonly kind: 'comparison';
  readonly column: string;
  readonly operator: Exclude<Operator, 'IS DISTINCT FROM' | 'IS NOT DISTINCT FROM'>;
  readonly value: string;
}

/** Whole numbers as rows have them, in eight bytes or fewer. */
const wholeNumber = /^(SMALLINT|INTEGER|U?BIGINT)$/;

/** Maximum number of nodes: more are evaluated faster by DuckDB. */
const nodesMax = 100;

/**
 * The filter as a test of rows; undefined where any part of it needs more than values of these columns. `typeOf` returns the
 * type of a column as it is stored, undefined for one that is not.
 */
export function rowTestOf(
  filter: Filter,
  typeOf: (column: string) => string | undefined,
): RowTest | undefined {
  let left = nodesMax;
  const read = (part: Filter): RowTest | undefined => {
    if (left-- <= 0) return undefined;
    switch (part.kind) {
      case 'and':
      case 'or': {
        const children = part.children.map(read);
        return children.includes(undefined)
          ? undefined
          : { kind: part.kind, children: children.flatMap((child) => child ?? []) };
      }
      case 'not': {
        const child = read(part.child);
        return child && { kind: 'not', child };
      }
      case 'is null':
      case 'is true':
        return typeOf(part.column) === undefined ? undefined : { kind: part.kind, column: part.column };
      case 'comparison':
        return compared(part, typeOf(part.column));
      default:
        return undefined;
    }
  };
  return read(filter);
}

function compared(
  { column, of, operator, value }: Comparison,
  type: string | undefined,
): ComparedColumn | undefined {
  if (of.kind !== 'itself' || type === undefined) return undefined;
  if (operator === 'IS DISTINCT FROM' || operator === 'IS NOT DISTINCT FROM') return undefined;
  const constant = constantOf(type, value);
  return constant === undefined ? undefined : { kind: 'comparison', column, operator, value: constant };
}

function constantOf(type: string, { text, integer, instant }: Comparison['value']): string | undefined {
  if (type === 'VARCHAR') return text;
  if (type === 'TIMESTAMP WITH TIME ZONE') {
    // bounds that differ are those of a moment that only the query itself will know
    return instant !== undefined && instant.min === instant.max ? String(instant.min) : undefined;
  }
  return wholeNumber.test(type) && integer !== undefined ? String(integer) : undefined;
}
