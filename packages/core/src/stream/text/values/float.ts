import type { VectorData } from '../../vectors/read-vector.ts';
import { writeAscii, writeUint32 } from '../digits.ts';
import { ShortTextWriter, type TextForm, typedRows } from '../value-writer.ts';

/** FLOAT and DOUBLE: the fewest digits that read back as the same number of that width. */
export class FloatWriter extends ShortTextWriter {
  readonly #double: boolean;
  readonly #form: TextForm;
  #rows: Float32Array | Float64Array = new Float64Array(0);

  constructor(double: boolean, form: TextForm) {
    super(false);
    this.#double = double;
    this.#form = form;
  }

  protected load(data: VectorData): void {
    this.#rows = this.#double ? typedRows(data, Float64Array) : typedRows(data, Float32Array);
  }

  protected put(bytes: Uint8Array, at: number, row: number): number {
    const value = this.#rows[row] as number;
    if (value === value >>> 0 && value < 2 ** 24 && !Object.is(value, -0))
      return writeUint32(bytes, at, value);
    if (Number.isFinite(value))
      return writeAscii(bytes, at, this.#double ? textOf(value) : textOfFloat(value));
    if (this.#form === 'field') return at;
    return writeAscii(bytes, at, this.#form === 'json' ? 'null' : String(value));
  }
}

function textOf(value: number): string {
  return value === 0 ? '-0.0' : String(value);
}

/** Below the least normal FLOAT there may be less than the usual six digits. */
const leastNormal = 2 ** -126;

/** Nine digits tell every FLOAT apart; most need fewer. */
function textOfFloat(value: number): string {
  for (let digits = Math.abs(value) < leastNormal ? 1 : 6; digits < 9; digits++) {
    const rounded = Number.parseFloat(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return textOf(rounded);
  }
  return textOf(Number.parseFloat(value.toPrecision(9)));
}
