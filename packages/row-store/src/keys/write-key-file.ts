import type { FileHandle } from 'node:fs/promises';
import type { VectorBatch } from '@sdq/encode/vectors';
import { createFile } from '../bytes/create-file.ts';
import type { KeyColumn } from './key-column.ts';
import { KeyFileEncoder } from './key-file-encoder.ts';

export interface WriteKeyFileOptions {
  readonly columns: readonly KeyColumn[];
  /** Whether each key has one ordinal. */
  readonly isUnique: boolean;
  /** Number of rows of the table: every ordinal is below it. */
  readonly rows: number;
  /**
   * Rows sorted by key, and within a key in the order in which its ordinals are wanted. Vectors: for each column of
   * the key one, for one of the form `decimal` two (BIGINT, and VARCHAR where that is NULL); then the ordinals,
   * INTEGER. They are freed here.
   */
  readonly batches: AsyncIterable<VectorBatch>;
  /** The file to write; it must not exist, and is deleted when writing fails. */
  readonly to: string;
}

export interface WrittenKeys {
  readonly keys: number;
  readonly ordinals: number;
  readonly ordinalSum: bigint;
}

/** Bytes buffered before they are written. */
const writeBytes = 1 << 20;

/**
 * Writes a key file, so that `KeyFile` finds the ordinals of any key. The same rows give the same bytes. The file is
 * synced when this returns. Throws where rows are out of order, or a unique key is repeated.
 */
export async function writeKeyFile(options: WriteKeyFileOptions): Promise<WrittenKeys> {
  return await createFile(options.to, async (file) => {
    const encoder = new KeyFileEncoder(options.columns, options);
    await writeBatches(file, encoder, options.batches);
    await file.writeFile(Buffer.concat(encoder.finish()));
    const { keys, ordinals, ordinalSum } = encoder;
    return { keys, ordinals, ordinalSum };
  });
}

async function writeBatches(
  file: FileHandle,
  encoder: KeyFileEncoder,
  batches: AsyncIterable<VectorBatch>,
): Promise<void> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const batch of batches) {
    encoder.append(batch.vectors, batch.rows);
    batch.free();
    for (const part of encoder.take()) {
      waiting.push(part);
      bytes += part.length;
    }
    if (bytes < writeBytes) continue;
    await file.writeFile(Buffer.concat(waiting));
    waiting = [];
    bytes = 0;
  }
  await file.writeFile(Buffer.concat(waiting));
}
