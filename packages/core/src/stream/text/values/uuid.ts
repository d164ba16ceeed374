import type { VectorData } from '../../vectors/read-vector.ts';
import { ShortTextWriter, type TextForm, typedRows } from '../value-writer.ts';

const hexDigits = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** UUID: 32 lower-case digits in five groups. Stored as a 128-bit number with the top bit flipped. */
export class UuidWriter extends ShortTextWriter {
  #rows = new Uint8Array(0);

  constructor(form: TextForm) {
    super(form === 'json');
  }

  protected load(data: VectorData): void {
    this.#rows = typedRows(data, Uint8Array);
  }

  protected put(bytes: Uint8Array, start: number, row: number): number {
    let at = start;
    for (let index = 15; index >= 0; index--) {
      const stored = this.#rows[row * 16 + index] as number;
      const byte = index === 15 ? stored ^ 0x80 : stored;
      bytes[at++] = hexDigits[byte >> 4] as number;
      bytes[at++] = hexDigits[byte & 15] as number;
      if (index === 12 || index === 10 || index === 8 || index === 6) bytes[at++] = 45;
    }
    return at;
  }
}
