import type { CountedChanges, CountedRows, RowStep } from '../runnable-plan.ts';
import type { HeldNumbers } from './held-numbers.ts';
import type { KeyFiles } from './key-files.ts';
import type { ChangedReader } from './read-changed.ts';
import { RowSource } from './row-source.ts';

const number: RowStep['columns'][number] = { name: 'rows', type: 'BIGINT' };

/** The number of rows, as a result of one row. A statement runs only to read what has changed, which is then held. */
export async function countRows(
  { name, known, files: paths, keys, changed }: CountedRows,
  files: { readonly keys: KeyFiles; readonly numbers: HeldNumbers },
  rowsMax: number,
  reader: ChangedReader,
): Promise<RowSource> {
  const startedAt = performance.now();
  const found = known + files.keys.count(paths, keys);
  const change = changed === undefined ? 0 : await changeOf(changed, keys, files.numbers, reader);
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(found) + BigInt(change), true);
  return new RowSource(
    { columns: [{ column: number.name, name }], order: [], skipped: 0, wanted: null },
    { columns: [number] },
    { rows: 1, columns: new Map([[number.name, { kind: 'fixed', validity: null, width: 8, bytes }]]) },
    { rowsMax, attempt: 0, startedAt },
  );
}

async function changeOf(
  { byKey, from }: CountedChanges,
  keys: CountedRows['keys'],
  held: HeldNumbers,
  reader: ChangedReader,
): Promise<number | bigint> {
  if (held.sum(byKey, keys) === undefined) await reader.during((connection) => held.read(connection, byKey));
  const sum = held.sum(byKey, keys);
  return typeof sum === 'number' ? sum : await readNumber(reader, from);
}

async function readNumber(reader: ChangedReader, from: string): Promise<bigint> {
  const [batch] = await reader.rows([number], from);
  const [vector] = batch?.vectors ?? [];
  if (vector?.kind !== 'fixed') throw new Error('Changed rows have no number');
  const { buffer, byteOffset } = vector.bytes;
  const read = new DataView(buffer, byteOffset).getBigInt64(0, true);
  batch?.free();
  return read;
}
