import type { CountedRows, RowStep } from '../runnable-plan.ts';
import type { KeyFiles } from './key-files.ts';
import type { ReadChanged } from './read-changed.ts';
import { RowSource } from './row-source.ts';

const number: RowStep['columns'][number] = { name: 'rows', type: 'BIGINT' };

/** The number of rows, as a result of one row. A statement runs only where rows have changed. */
export async function countRows(
  { name, known, files, keys, changed }: CountedRows,
  keyFiles: KeyFiles,
  rowsMax: number,
  readChanged: ReadChanged,
): Promise<RowSource> {
  const startedAt = performance.now();
  const found = known + keyFiles.count(files, keys);
  const change = changed === undefined ? 0n : await readNumber(readChanged, changed);
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(found) + change, true);
  return new RowSource(
    { columns: [{ column: number.name, name }], order: [], skipped: 0, wanted: null },
    { columns: [number] },
    { rows: 1, columns: new Map([[number.name, { kind: 'fixed', validity: null, width: 8, bytes }]]) },
    { rowsMax, attempt: 0, startedAt },
  );
}

async function readNumber(readChanged: ReadChanged, from: string): Promise<bigint> {
  const [batch] = await readChanged([number], from);
  const [vector] = batch?.vectors ?? [];
  if (vector?.kind !== 'fixed') throw new Error('Changed rows have no number');
  const { buffer, byteOffset } = vector.bytes;
  const read = new DataView(buffer, byteOffset).getBigInt64(0, true);
  batch?.free();
  return read;
}
