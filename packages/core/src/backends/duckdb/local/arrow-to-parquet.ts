import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import { createEncoder, uniqueNames } from '@sdq/encode';
import type { VectorBatch } from '@sdq/encode/vectors';
import { RecordBatchReader, tableToIPC } from 'apache-arrow';
import type { ArrowData } from '../../../backend/local-table.ts';
import { arrowColumn } from './arrow-vectors.ts';

/** The bytes of Arrow data: of a table of apache-arrow, those of a stream with its rows. */
export function arrowBytes(data: ArrowData): Uint8Array {
  return data instanceof Uint8Array ? data : tableToIPC(data as Parameters<typeof tableToIPC>[0], 'stream');
}

/**
 * Writes Arrow, stream or file, as Parquet, a record batch at a time. Errors: `file_malformed`, which names the column
 * whose type SQL does not have.
 */
export async function writeArrow(
  source: Uint8Array | FileHandle,
  path: string,
  { label, check }: { label: string; check: () => void },
): Promise<void> {
  const malformed = (reason: string, hint?: string, cause?: unknown) =>
    new AppError('file_malformed', `${label} is not valid as Arrow: ${reason}`, { hint, cause });
  const reader = await opened(source).catch((error: unknown) => {
    throw malformed(reasonOf(error), undefined, error);
  });
  const { fields } = reader.schema;
  if (fields.length === 0) throw malformed('it has no columns');
  const columns = fields.map(({ name, type }) => {
    const column = arrowColumn(type);
    if (column !== undefined) return column;
    throw malformed(`the column "${name}" has the type ${type}`, 'Leave it out, or write it as text');
  });
  const names = uniqueNames(fields.map(({ name }) => name));
  const encoder = createEncoder(
    'parquet',
    columns.map(({ type }, at) => ({ name: names[at] ?? '', type })),
  );
  await using file = await open(path, 'w');
  const write = async (parts: readonly Uint8Array[]) => {
    for (const part of parts) await file.write(part);
  };
  await write(encoder.start());
  try {
    for await (const { numRows, data } of reader) {
      check();
      const vectors = columns.map(({ vector }, at) => vector(data.children[at] as never));
      const batch: VectorBatch = { rows: numRows, vectors, free: () => {} };
      await write(encoder.encode(batch));
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw malformed(reasonOf(error), 'Write it without compression of its buffers', error);
  }
  await write(encoder.finish());
}

async function opened(source: Uint8Array | FileHandle) {
  const reader = await RecordBatchReader.from(source as FileHandle);
  await reader.open();
  if (reader.schema === undefined) throw new Error('it has no schema');
  return reader;
}

function reasonOf(error: unknown): string {
  return (error as Error).message?.split('\n')[0] ?? 'it ends early';
}
