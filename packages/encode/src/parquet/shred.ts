import { AppError } from '@sdq/contract';
import { isValid } from '../vectors/validity.ts';
import type { VectorData } from '../vectors/vector-data.ts';
import { isCarriedAsText, type ParquetNode } from './schema.ts';
import { carriedTextNode, type TextVector, textVector } from './text-vector.ts';

/**
 * What one leaf of a chunk contains: a repetition and a definition level per slot, and for slots with a value, its
 * row in the leaf's vector.
 */
export interface Shreds {
  readonly data: VectorData | TextVector;
  readonly slots: number;
  readonly repetitions: Uint8Array;
  readonly definitions: Uint8Array;
  readonly rows: Int32Array;
}

/** Slots at the current level: a row of the vector, or -1 below something that is NULL or empty. */
interface Slots {
  readonly count: number;
  readonly rows: Int32Array;
  readonly repetitions: Uint8Array;
  readonly definitions: Uint8Array;
}

/** Shreds rows `[start, start + count)` of a column, as in Dremel: the leaves below the node, in order. */
export function shred(node: ParquetNode, data: VectorData, start: number, count: number): Shreds[] {
  const rows = new Int32Array(count);
  for (let index = 0; index < count; index++) rows[index] = start + index;
  const slots = { count, rows, repetitions: new Uint8Array(count), definitions: new Uint8Array(count) };
  return shredNode(node, data, slots);
}

function shredNode(node: ParquetNode, data: VectorData, above: Slots): Shreds[] {
  if (node.isRequired) refuseNullKeys(data, above);
  if (node.shape === 'leaf') {
    const leaf = isCarriedAsText(node.type) ? textVector(carriedTextNode(node.type), data) : data;
    return [leafShreds(leaf, node.isRequired ? above : keepPresent(above, node.definition, leaf))];
  }
  const slots = node.isRequired ? above : keepPresent(above, node.definition, data);
  if (node.shape === 'group') {
    if (data.kind !== 'struct') throw new Error(`Expected structs, found ${data.kind}`);
    return node.children.flatMap((child, index) =>
      shredNode(child, data.members[index] as VectorData, slots),
    );
  }
  if (data.kind !== 'list' && data.kind !== 'array') throw new Error(`Expected lists, found ${data.kind}`);
  const [child] = node.children as [ParquetNode];
  return shredNode(child, data.child, elementsOf(data, slots, node));
}

/** Keys of maps are required; TRY_CAST can make NULL of one. */
function refuseNullKeys({ validity }: VectorData, { rows, count }: Slots): void {
  if (validity === null) return;
  for (let slot = 0; slot < count; slot++) {
    const row = rows[slot] as number;
    if (row >= 0 && !isValid(validity, row)) {
      throw new AppError('sql_conversion_error', 'A MAP has a NULL key, which Parquet cannot represent', {
        hint: 'Use another format, or make the keys before the map',
      });
    }
  }
}

/** Slots whose row is not NULL get the node's definition level, the others lose their row. */
function keepPresent(slots: Slots, definition: number, { validity }: Pick<VectorData, 'validity'>): Slots {
  const rows = slots.rows.slice(0, slots.count);
  const definitions = slots.definitions.slice(0, slots.count);
  for (let slot = 0; slot < slots.count; slot++) {
    const row = rows[slot] as number;
    if (row < 0) continue;
    if (isValid(validity, row)) definitions[slot] = definition;
    else rows[slot] = -1;
  }
  return { ...slots, rows, definitions };
}

/** A slot per element; one without a row for a list that is empty or NULL. */
function elementsOf(
  data: Extract<VectorData, { kind: 'list' | 'array' }>,
  above: Slots,
  node: ParquetNode,
): Slots {
  const words = data.kind === 'list' ? data.words : null;
  const size = data.kind === 'array' ? data.size : 0;
  const lengthOf = (row: number): number => (words === null ? size : (words[row * 4 + 2] as number));
  let count = 0;
  for (let slot = 0; slot < above.count; slot++) {
    const row = above.rows[slot] as number;
    count += row < 0 ? 1 : Math.max(1, lengthOf(row));
  }
  const rows = new Int32Array(count);
  const repetitions = new Uint8Array(count);
  const definitions = new Uint8Array(count);
  let to = 0;
  for (let slot = 0; slot < above.count; slot++) {
    const row = above.rows[slot] as number;
    const length = row < 0 ? 0 : lengthOf(row);
    repetitions[to] = above.repetitions[slot] as number;
    if (length === 0) {
      rows[to] = -1;
      definitions[to++] = above.definitions[slot] as number;
      continue;
    }
    const start = words === null ? row * size : (words[row * 4] as number);
    for (let index = 0; index < length; index++) {
      if (index > 0) repetitions[to] = node.repetition + 1;
      rows[to] = start + index;
      definitions[to++] = node.definition + 1;
    }
  }
  return { count, rows, repetitions, definitions };
}

function leafShreds(data: VectorData | TextVector, { count, rows, repetitions, definitions }: Slots): Shreds {
  let kept = 0;
  const present = new Int32Array(count);
  for (let slot = 0; slot < count; slot++) {
    const row = rows[slot] as number;
    if (row >= 0) present[kept++] = row;
  }
  return { data, slots: count, repetitions, definitions, rows: present.subarray(0, kept) };
}
