import { sharedKernel } from '../kernel/kernel.ts';
import { placeColumns } from '../text/text-columns.ts';
import { type TextNode, textNode } from '../text/text-node.ts';
import type { DataType } from '../types/data-type.ts';
import type { PreparedTexts } from '../vectors/prepared-texts.ts';
import { packValidity, type Validity } from '../vectors/validity.ts';
import type { VectorData } from '../vectors/vector-data.ts';

/** Values as their text representation. */
export interface TextVector extends PreparedTexts {
  readonly kind: 'texts';
  readonly rows: number;
  readonly validity: Validity;
}

/** How values of a type without its own representation are written. */
export function carriedTextNode(type: DataType): TextNode {
  return textNode(type, type.name === 'UNION' || type.name === 'VARIANT' ? 'json' : 'name');
}

export function textVector(node: TextNode, data: VectorData): TextVector {
  const { rows } = data;
  const kernel = sharedKernel();
  const place = placeColumns(kernel, [node], [data]);
  const ends = kernel.take(rows * 4);
  const present = kernel.take(rows);
  const text = kernel.top;
  kernel.growing(() => kernel.run.writeColumn(place, 0, rows, ends, present, text));
  const textEnds = new Uint32Array(rows + 1);
  textEnds.set(kernel.words.subarray(ends / 4, ends / 4 + rows), 1);
  const kept = kernel.bytes;
  const validity = packValidity(rows, (row) => kept[present + row] === 1);
  const bytes = kernel.copyOut(text, kernel.run.written());
  return { kind: 'texts', rows, validity, ends: textEnds, bytes };
}
