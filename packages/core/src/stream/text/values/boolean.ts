import type { VectorData } from '../../vectors/read-vector.ts';
import { writeAscii } from '../digits.ts';
import { ShortTextWriter, typedRows } from '../value-writer.ts';

export class BooleanWriter extends ShortTextWriter {
  #rows = new Uint8Array(0);

  constructor() {
    super(false);
  }

  protected load(data: VectorData): void {
    this.#rows = typedRows(data, Uint8Array);
  }

  protected put(bytes: Uint8Array, at: number, row: number): number {
    return writeAscii(bytes, at, this.#rows[row] === 0 ? 'false' : 'true');
  }
}
