import type { PreparedTexts } from '../vectors/prepared-texts.ts';
import { isValid } from '../vectors/validity.ts';
import type { VectorData } from '../vectors/vector-data.ts';
import type { TextForm } from './text-form.ts';

/** FLOAT and DOUBLE: the shortest decimal representation that parses to the same number of that width. */
export function floatTexts(data: VectorData, isDouble: boolean, form: TextForm): PreparedTexts {
  if (data.kind !== 'fixed') throw new Error(`Expected values of one width, found ${data.kind}`);
  const { buffer, byteOffset } = data.bytes;
  const values = isDouble
    ? new Float64Array(buffer, byteOffset, data.rows)
    : new Float32Array(buffer, byteOffset, data.rows);
  const ends = new Uint32Array(data.rows + 1);
  let text = '';
  for (let row = 0; row < data.rows; row++) {
    if (isValid(data.validity, row)) text += textOf(values[row] as number, isDouble, form);
    ends[row + 1] = text.length;
  }
  return { bytes: Buffer.from(text, 'latin1'), ends };
}

function textOf(value: number, isDouble: boolean, form: TextForm): string {
  if (Object.is(value, -0)) return '-0.0';
  if (Number.isFinite(value)) return isDouble ? String(value) : String(shortest(value));
  return form === 'name' ? String(value) : form === 'json' ? 'null' : '';
}

/** Below the smallest normal FLOAT, numbers have less precision than the usual six digits. */
const leastNormal = 2 ** -126;

/** Nine digits distinguish all FLOATs; most need fewer. */
function shortest(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 24) return value;
  for (let digits = Math.abs(value) < leastNormal ? 1 : 6; digits < 9; digits++) {
    const rounded = Number.parseFloat(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return rounded;
  }
  return Number.parseFloat(value.toPrecision(9));
}
