import type { Kernel } from '../kernel/kernel.ts';
import { type PreparedTexts, prepareTexts } from '../vectors/prepared-texts.ts';
import { isValid } from '../vectors/validity.ts';
import type { VectorData } from '../vectors/vector-data.ts';
import type { TextForm } from './text-form.ts';
import { preparedKind, type TextNode } from './text-node.ts';

/** A node's fields, as 32-bit words (`packages/encode/kernel/assembly/nodes.ts`). */
const nodeWords = 12;
const field = { validity: 1, data: 2, heaps: 3, opening: 4, children: 6, parameter: 8 } as const;
const formCodes: Readonly<Record<TextForm, number>> = { json: 0, field: 1, name: 2 };

/** Lays out columns in the kernel's memory for one chunk, side by side. Returns the position of the first. */
export function placeColumns(
  kernel: Kernel,
  nodes: readonly TextNode[],
  vectors: readonly VectorData[],
): number {
  const readable = nodes.map((node, index) => readableKeys(kernel, node, vectors[index] as VectorData));
  const place = kernel.take(nodes.length * nodeWords * 4);
  readable.forEach((node, index) => {
    placeNode(kernel, node, vectors[index] as VectorData, place / 4 + index * nodeWords);
  });
  return place;
}

/** The kernel writes a key without a look at its validity: keys some of which are NULL are given to it as texts. */
function readableKeys(kernel: Kernel, node: TextNode, data: VectorData): TextNode {
  if (node.isKey !== true || data.validity === null) return node;
  const { rows, validity } = data;
  const place = placeColumns(kernel, [{ ...node, isKey: false }], [data]);
  const ends = kernel.take(rows * 4);
  const present = kernel.take(rows);
  const text = kernel.top;
  kernel.growing(() => kernel.run.writeColumn(place, 0, rows, ends, present, text));
  const textEnds = [0, ...kernel.words.subarray(ends / 4, ends / 4 + rows)];
  const bytes = Buffer.from(kernel.copyOut(text, kernel.run.written()));
  const texts = Array.from({ length: rows }, (_, row) =>
    isValid(validity, row)
      ? bytes.toString('utf8', textEnds[row] as number, textEnds[row + 1] as number)
      : 'null',
  );
  return { ...node, kind: preparedKind, children: [], prepare: () => prepareTexts(texts, (each) => each) };
}

function placeNode(kernel: Kernel, node: TextNode, data: VectorData, at: number): void {
  const { validity } = data;
  const opening = node.opening.length === 0 ? 0 : kernel.put(node.opening);
  const present = validity === null ? 0 : kernel.put(validity);
  const children = placeColumns(kernel, node.children, childrenOf(node, data));
  const { words } = kernel;
  words[at] = node.kind;
  words[at + field.validity] = present;
  words[at + field.opening] = opening;
  words[at + field.opening + 1] = node.opening.length;
  words[at + field.children] = children;
  words[at + field.children + 1] = node.children.length;
  words[at + field.parameter] = node.parameter;
  words[at + field.parameter + 1] = node.width;
  words[at + field.parameter + 2] = formCodes[node.form];
  words[at + field.parameter + 3] = node.mayNeedQuotes ? 1 : 0;
  placeValues(kernel, node, data, at);
}

function placeValues(kernel: Kernel, node: TextNode, data: VectorData, at: number): void {
  if (node.prepare !== undefined) {
    const { ends, bytes } = placeTexts(kernel, node.prepare(data));
    kernel.words[at + field.data] = ends;
    kernel.words[at + field.heaps] = bytes;
    return;
  }
  if (data.kind === 'fixed' || data.kind === 'list') {
    // allocate first, then write: the words move when the memory grows
    const place = kernel.put(data.kind === 'fixed' ? data.bytes : bytesOf(data.words));
    kernel.words[at + field.data] = place;
  } else if (data.kind === 'string') {
    const entries = kernel.put(data.bytes);
    const heaps = placeHeaps(kernel, data.heaps);
    kernel.words[at + field.data] = entries;
    kernel.words[at + field.heaps] = heaps;
  }
  if (node.values === undefined) return;
  const { ends, bytes } = placeTexts(kernel, node.values);
  kernel.words[at + field.parameter] = ends;
  kernel.words[at + field.heaps] = bytes;
}

/** The runs of a string vector, and a list of their positions. */
export function placeHeaps(kernel: Kernel, heaps: readonly Uint8Array[]): number {
  const list = kernel.take(heaps.length * 4);
  heaps.forEach((heap, index) => {
    const place = kernel.put(heap);
    kernel.words[list / 4 + index] = place;
  });
  return list;
}

function placeTexts(kernel: Kernel, { bytes, ends }: PreparedTexts): { bytes: number; ends: number } {
  return { bytes: kernel.put(bytes), ends: kernel.put(bytesOf(ends)) };
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

/** The vectors of a nested node's children. */
function childrenOf(node: TextNode, data: VectorData): readonly VectorData[] {
  if (node.children.length === 0) return [];
  if (data.kind === 'struct') return data.members;
  if (data.kind === 'list' || data.kind === 'array') return [data.child];
  throw new Error(`Expected a nested vector, found kind ${data.kind}`);
}
