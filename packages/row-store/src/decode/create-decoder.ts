import { columnKind, type ScalarKind } from '../column-kind.ts';
import type { ColumnDecoder } from './column-decoder.ts';
import { BitsDecoder, IntegersDecoder, LongIntegersDecoder, PairsDecoder } from './fixed-decoders.ts';
import { ListDecoder } from './list-decoder.ts';
import { TextDecoder } from './text-decoder.ts';

export function createDecoder(type: string, rowsMax: number): ColumnDecoder {
  const kind = columnKind(type);
  return kind.kind === 'list'
    ? new ListDecoder(rowsMax, scalarDecoder(kind.element, 0))
    : scalarDecoder(kind, rowsMax);
}

function scalarDecoder(kind: ScalarKind, rowsMax: number): ColumnDecoder {
  switch (kind.kind) {
    case 'bits':
      return new BitsDecoder(rowsMax);
    case 'integers':
      return kind.width === 8 ? new LongIntegersDecoder(rowsMax) : new IntegersDecoder(rowsMax, kind.width);
    case 'pairs':
      return new PairsDecoder(rowsMax);
    case 'text':
      return new TextDecoder(rowsMax);
  }
}
