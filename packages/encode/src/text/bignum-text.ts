import { type PreparedTexts, prepareTexts } from '../vectors/prepared-texts.ts';
import { stringAt } from '../vectors/string-vector.ts';
import { isValid } from '../vectors/validity.ts';
import type { VectorData } from '../vectors/vector-data.ts';
import type { TextForm } from './text-form.ts';

/** BIGNUM in decimal digits. */
export function bignumTexts(data: VectorData, form: TextForm): PreparedTexts {
  if (data.kind !== 'string') throw new Error(`Expected strings, found ${data.kind}`);
  const rows = Array.from({ length: data.rows }, (_, row) => row);
  return prepareTexts(rows, (row) => {
    if (!isValid(data.validity, row)) return '';
    const digits = digitsOf(stringAt(data.words, data.bytes, data.heaps, row));
    return form === 'json' ? `"${digits}"` : digits;
  });
}

/** A header of three bytes with the sign on top, then the magnitude; all inverted when it is negative. */
function digitsOf(value: Uint8Array): string {
  const negative = ((value[0] as number) & 0x80) === 0;
  const magnitude = Buffer.from(value.subarray(3));
  if (negative)
    for (let index = 0; index < magnitude.length; index++) magnitude[index] = ~(magnitude[index] as number);
  const digits = BigInt(`0x${magnitude.toString('hex')}`).toString();
  return negative ? `-${digits}` : digits;
}
