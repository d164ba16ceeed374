import { columnKind } from '../column-kind.ts';
import type { ColumnDecoder } from './column-decoder.ts';
import { BitsDecoder, IntegersDecoder } from './fixed-decoders.ts';
import { TextDecoder, TextsDecoder } from './text-decoders.ts';

export function createDecoder(type: string, rowsMax: number): ColumnDecoder {
  const kind = columnKind(type);
  switch (kind.kind) {
    case 'bits':
      return new BitsDecoder(rowsMax);
    case 'integers':
      return new IntegersDecoder(rowsMax, kind.width);
    case 'text':
      return new TextDecoder(rowsMax);
    case 'texts':
      return new TextsDecoder(rowsMax);
  }
}
