import type { VectorData } from '@sdq/encode/vectors';
import { columnKind } from '../column-kind.ts';
import type { ColumnEncoder } from './column-encoder.ts';
import { BitsEncoder, IntegersEncoder } from './fixed-encoders.ts';
import { TextColumnEncoder, TextsEncoder } from './text-encoders.ts';

export function createEncoder(type: string, blockRows: number): ColumnEncoder<VectorData> {
  const kind = columnKind(type);
  switch (kind.kind) {
    case 'bits':
      return new BitsEncoder(blockRows) as ColumnEncoder<never> as ColumnEncoder<VectorData>;
    case 'integers':
      return new IntegersEncoder(blockRows, kind.width) as ColumnEncoder<never> as ColumnEncoder<VectorData>;
    case 'text':
      return new TextColumnEncoder(blockRows) as ColumnEncoder<never> as ColumnEncoder<VectorData>;
    case 'texts':
      return new TextsEncoder(blockRows) as ColumnEncoder<never> as ColumnEncoder<VectorData>;
  }
}
