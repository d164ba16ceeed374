import { preparedKind, type TextNode, textNode } from '../text/text-node.ts';
import type { DataType } from '../types/data-type.ts';
import { type PreparedTexts, prepareTexts } from '../vectors/prepared-texts.ts';
import { stringAt } from '../vectors/string-vector.ts';
import { isValid } from '../vectors/validity.ts';
import type { VectorData } from '../vectors/vector-data.ts';

/** Characters with which a spreadsheet takes a cell for a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/** A text with a leading apostrophe where a spreadsheet would take it for a formula. */
export function safeCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/**
 * The node of a column whose texts are no formulas. Numbers, times and booleans stay as they are: a negative number is no
 * formula, and lists, structs and maps begin with a bracket.
 */
export function safeCellNode(type: DataType, opening?: Uint8Array): TextNode {
  const node = textNode(type, 'field', opening);
  switch (type.name) {
    case 'VARCHAR':
      return { ...node, kind: preparedKind, prepare: safeTexts };
    case 'ENUM':
      return { ...node, values: prepareTexts(type.values, safeCell) };
    case 'UNION':
      return {
        ...node,
        children: node.children.map((child, at) => {
          const member = type.members[at - 1];
          return member === undefined ? child : safeCellNode(member.type);
        }),
      };
    case 'VARIANT': {
      const { prepare } = node;
      return prepare === undefined ? node : { ...node, prepare: (data) => safeAgain(prepare(data)) };
    }
    default:
      return node;
  }
}

function safeTexts(data: VectorData): PreparedTexts {
  if (data.kind !== 'string') throw new Error(`Expected strings, found ${data.kind}`);
  const rows = Array.from({ length: data.rows }, (_, row) => row);
  return prepareTexts(rows, (row) => {
    if (!isValid(data.validity, row)) return '';
    return safeCell(Buffer.from(stringAt(data.words, data.bytes, data.heaps, row)).toString('utf8'));
  });
}

function safeAgain({ bytes, ends }: PreparedTexts): PreparedTexts {
  const texts = Array.from({ length: ends.length - 1 }, (_, at) =>
    Buffer.from(bytes.subarray(ends[at], ends[at + 1])).toString('utf8'),
  );
  return prepareTexts(texts, safeCell);
}
