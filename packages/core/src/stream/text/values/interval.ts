import type { VectorData } from '../../vectors/read-vector.ts';
import { writeClock, writeFraction } from '../civil-time.ts';
import { writeAscii } from '../digits.ts';
import { ShortTextWriter, type TextForm, typedRows } from '../value-writer.ts';

/** INTERVAL as DuckDB prints it: `1 year 2 months -3 days 04:05:06.5`, and `00:00:00` when it is empty. */
export class IntervalWriter extends ShortTextWriter {
  #parts: Int32Array = new Int32Array(0);

  constructor(form: TextForm) {
    super(form === 'json');
  }

  protected load(data: VectorData): void {
    this.#parts = typedRows(data, Int32Array);
  }

  protected put(bytes: Uint8Array, start: number, row: number): number {
    const months = this.#parts[row * 4] as number;
    const days = this.#parts[row * 4 + 1] as number;
    const low = (this.#parts[row * 4 + 2] as number) >>> 0;
    const high = this.#parts[row * 4 + 3] as number;
    const units = [
      count(Math.trunc(months / 12), 'year'),
      count(months % 12, 'month'),
      count(days, 'day'),
    ].filter((text) => text !== '');
    let at = writeAscii(bytes, start, units.join(' '));
    if (high === 0 && low === 0 && units.length > 0) return at;
    if (units.length > 0) bytes[at++] = 32;
    const micros = (BigInt(high) << 32n) | BigInt(low);
    if (micros < 0n) bytes[at++] = 45;
    const size = micros < 0n ? -micros : micros;
    at = writeClock(bytes, at, Number(size / 1_000_000n));
    return writeFraction(bytes, at, Number(size % 1_000_000n), 6);
  }
}

function count(units: number, name: string): string {
  if (units === 0) return '';
  return `${units} ${name}${Math.abs(units) === 1 ? '' : 's'}`;
}
