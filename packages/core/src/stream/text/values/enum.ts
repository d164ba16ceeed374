import type { VectorData } from '../../vectors/read-vector.ts';
import type { ByteSink } from '../byte-sink.ts';
import { punctuationRoom, type TextForm, typedRows, ValueWriter } from '../value-writer.ts';

/** ENUM by its text, prepared once per value. */
export class EnumWriter extends ValueWriter {
  readonly #texts: readonly Uint8Array[];
  readonly #storageBytes: number;
  #rows: Uint8Array | Uint16Array | Uint32Array = new Uint8Array(0);

  constructor(values: readonly string[], storageBytes: number, form: TextForm) {
    super();
    this.#texts = values.map((value) => Buffer.from(form === 'json' ? JSON.stringify(value) : value, 'utf8'));
    this.#storageBytes = storageBytes;
  }

  protected load(data: VectorData): void {
    if (this.#storageBytes === 1) this.#rows = typedRows(data, Uint8Array);
    else if (this.#storageBytes === 2) this.#rows = typedRows(data, Uint16Array);
    else this.#rows = typedRows(data, Uint32Array);
  }

  write(sink: ByteSink, row: number): void {
    sink.append(this.#texts[this.#rows[row] as number] as Uint8Array);
    sink.reserve(punctuationRoom);
  }
}
