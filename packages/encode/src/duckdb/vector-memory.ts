import ddb, { type Vector } from '@duckdb/node-bindings';

/**
 * Memory copied out of the engine, so that it can be freed immediately. The bindings allocate a buffer per copy,
 * which V8 would only collect after tens of megabytes, with a full garbage collection each time: a third of the CPU
 * of an export. Detaching a buffer frees it immediately.
 */
export class VectorMemory {
  #buffers: ArrayBuffer[] = [];

  /** The first bytes of a vector's data. */
  copyData(vector: Vector, byteLength: number): Uint8Array {
    return this.#keep(ddb.vector_get_data(vector, byteLength));
  }

  /** The first bytes of a vector's validity; null when no row is NULL. */
  copyValidity(vector: Vector, byteLength: number): Uint8Array | null {
    // The types of the bindings do not declare that there may be no validity bitmap.
    const copy = ddb.vector_get_validity(vector, byteLength) as Uint8Array | null;
    return copy === null ? null : this.#keep(copy);
  }

  /** The memory at the address stored at `offset` of a copy. The chunk that owns it must be alive. */
  copyTarget(of: Uint8Array, offset: number, byteLength: number): Uint8Array {
    return this.#keep(
      ddb.get_data_from_pointer(of.buffer as ArrayBuffer, of.byteOffset + offset, byteLength),
    );
  }

  /** Frees all copies: every reference to them is empty afterwards. */
  free(): void {
    for (const buffer of this.#buffers) buffer.transfer(0);
    this.#buffers = [];
  }

  #keep(copy: Uint8Array): Uint8Array {
    this.#buffers.push(copy.buffer as ArrayBuffer);
    return copy;
  }
}
