import type { StructField } from '@sdq/catalog';
import { fixedVector, listVector, packValidity, stringVector, type VectorData } from '@sdq/encode/vectors';
import type { TextValues } from '@sdq/row-store';
import { hasValue } from './stored-vectors.ts';

type Struct = Readonly<Record<string, string | number | boolean | null>> | null;

/**
 * Lists of structs that row files have as JSON text: a function that makes vectors of some of the rows `taken`. All texts
 * are parsed at once, so that what cannot be represented is known before a row is returned: throws for a whole number
 * that a double does not hold exactly.
 */
export function jsonLists(
  { offsets, bytes, validity }: TextValues,
  fields: readonly StructField[],
  taken: Uint32Array,
): (rows: Uint32Array) => VectorData {
  const lists = new Map<number, readonly Struct[] | null>();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const row of taken) {
    const isKnown = hasValue(validity, row);
    lists.set(row, isKnown ? parsed(text.toString('utf8', offsets[row], offsets[row + 1])) : null);
  }
  return (rows) => listsOf(rows, lists, fields);
}

function parsed(text: string): readonly Struct[] | null {
  const list = JSON.parse(text) as readonly Struct[] | null;
  for (const struct of list ?? [])
    for (const value of Object.values(struct ?? {}))
      if (typeof value === 'number' && !Number.isSafeInteger(value))
        throw new Error(`The number ${value} is not exact as a double`);
  return list;
}

function listsOf(
  rows: Uint32Array,
  lists: ReadonlyMap<number, readonly Struct[] | null>,
  fields: readonly StructField[],
): VectorData {
  const found = Array.from(rows, (row) => lists.get(row) ?? null);
  const lengths = Uint32Array.from(found, (list) => list?.length ?? 0);
  const structs = found.flatMap((list) => list ?? []);
  const members = fields.map(({ name, type }) =>
    memberOf(
      structs.map((struct) => struct?.[name] ?? null),
      type,
    ),
  );
  const validity = bitsOf(structs);
  const weightBytes = members.reduce((sum, member) => sum + member.weightBytes, 0);
  const child: VectorData = { kind: 'struct', rows: structs.length, validity, weightBytes, members };
  return listVector(bitsOf(found), lengths, child);
}

function bitsOf(values: readonly unknown[]): Uint8Array | null {
  return values.includes(null) ? packValidity(values.length, (at) => values[at] !== null) : null;
}

function memberOf(
  values: readonly (string | number | boolean | null)[],
  type: StructField['type'],
): VectorData {
  const validity = bitsOf(values);
  if (type === 'VARCHAR') {
    const texts = values.map((value) => Buffer.from(value === null ? '' : String(value)));
    return stringVector(
      validity,
      Uint32Array.from(texts, ({ length }) => length),
      Buffer.concat(texts),
    );
  }
  const numbers =
    type === 'BIGINT'
      ? BigInt64Array.from(values, (value) => BigInt(value ?? 0))
      : type === 'INTEGER'
        ? Int32Array.from(values, (value) => Number(value ?? 0))
        : Uint8Array.from(values, (value) => Number(value ?? 0));
  return fixedVector(values.length, validity, new Uint8Array(numbers.buffer));
}
