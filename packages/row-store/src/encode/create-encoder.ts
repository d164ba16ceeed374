import type { VectorData } from '@sdq/encode/vectors';
import { columnKind, type ScalarKind } from '../column-kind.ts';
import type { ColumnEncoder } from './column-encoder.ts';
import { BitsEncoder, IntegersEncoder, PairsEncoder } from './fixed-encoders.ts';
import { ListEncoder } from './list-encoder.ts';
import { TextEncoder } from './text-encoder.ts';

export function createEncoder(type: string, blockRows: number): ColumnEncoder<VectorData> {
  const kind = columnKind(type);
  const encoder =
    kind.kind === 'list'
      ? new ListEncoder(blockRows, scalarEncoder(kind.element, 0))
      : scalarEncoder(kind, blockRows);
  return encoder as ColumnEncoder<never> as ColumnEncoder<VectorData>;
}

function scalarEncoder(kind: ScalarKind, blockRows: number): ColumnEncoder<VectorData> {
  return encoderOf(kind, blockRows) as ColumnEncoder<never> as ColumnEncoder<VectorData>;
}

function encoderOf(kind: ScalarKind, blockRows: number) {
  switch (kind.kind) {
    case 'bits':
      return new BitsEncoder(blockRows);
    case 'integers':
      return new IntegersEncoder(blockRows, kind.width);
    case 'pairs':
      return new PairsEncoder(blockRows);
    case 'text':
      return new TextEncoder(blockRows);
  }
}
