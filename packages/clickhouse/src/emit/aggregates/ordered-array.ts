import { type DuckType, isFloating, isTimestamp, isWhole } from '../plan/duck-type.ts';
import { refuse } from '../refusal.ts';
import type { OrderKey } from '../select/select.ts';
import type { Names } from '../sql/names.ts';
import type { Value } from '../sql/value.ts';

/**
 * All values of a group as an array, NULLs among them. `arraySort` is not stable, so all keys are one tuple; numbers are
 * turned by their sign, texts by the direction of the whole.
 */
export function orderedArray(
  given: Value,
  keys: readonly OrderKey[],
  condition: string | null,
  names: Names,
): string {
  const collected = (item: string) =>
    condition === null ? `groupArray(${item})` : `groupArrayIf(${item}, ${condition})`;
  const item = given.nullable ? `toNullable(${given.sql})` : given.sql;
  const [a, b] = [names.next('x'), names.next('x')];
  if (keys.length === 0) return `arrayMap(${a} -> tupleElement(${a}, 1), ${collected(`tuple(${item})`)})`;
  const parts = keys.flatMap(sortParts);
  const isReverse = parts.some(({ type, isDescending }) => type.id === 'VARCHAR' && isDescending);
  const terms = parts.map(({ sql, type, isDescending }) =>
    isDescending === isReverse ? sql : turned(sql, type),
  );
  const sort = isReverse ? 'arrayReverseSort' : 'arraySort';
  const pairs = collected(`tuple(tuple(${terms.join(', ')}), ${item})`);
  return `arrayMap(${a} -> tupleElement(${a}, 2), ${sort}(${b} -> tupleElement(${b}, 1), ${pairs}))`;
}

interface SortPart {
  readonly sql: string;
  readonly type: DuckType;
  readonly isDescending: boolean;
}

function sortParts({ value, isDescending, nullsFirst }: OrderKey): SortPart[] {
  const { sql, type, nullable, mayBeNaN } = value;
  if (isFloating(type) && mayBeNaN !== false)
    refuse('an aggregate in the order of numbers that may be NaN', 'a whole number as the key');
  if (!nullable) return [{ sql, type, isDescending }];
  const nullPart = { sql: `isNull(${sql})`, type: { id: 'BOOLEAN' } as const, isDescending: nullsFirst };
  return [nullPart, { sql: `ifNull(${sql}, ${blankOf(type)})`, type, isDescending }];
}

function blankOf(type: DuckType): string {
  if (type.id === 'VARCHAR') return "''";
  if (isTimestamp(type)) return "fromUnixTimestamp64Micro(CAST(0, 'Int64'), 'UTC')";
  if (type.id === 'DATE') return "toDate32('1970-01-01')";
  if (isWhole(type) || isFloating(type) || type.id === 'BOOLEAN' || type.id === 'DECIMAL') return '0';
  return refuse(`an aggregate in the order of ${type.id}`);
}

function turned(sql: string, type: DuckType): string {
  if (isWhole(type) || type.id === 'BOOLEAN') return `-toInt256(${sql})`;
  if (isTimestamp(type)) return `-toUnixTimestamp64Micro(${sql})`;
  if (type.id === 'DATE') return `-toInt32(${sql})`;
  if (isFloating(type) || type.id === 'DECIMAL') return `-(${sql})`;
  if (type.id === 'VARCHAR') {
    // its bytes, each turned; what is shorter comes last
    const bytes = `arrayMap(place -> -toInt16(reinterpretAsUInt8(substring(${sql}, place, 1))), range(1, length(${sql}) + 1))`;
    return `arrayPushBack(${bytes}, 1)`;
  }
  return refuse(`an aggregate in such an order of ${type.id}`);
}
