import ddb, { type DataChunk, type Result } from '@duckdb/node-bindings';
import { fetchChunk } from './chunks.ts';

/** Maximum number of rows of a result that is read as a whole before it is handed on. */
const rowsMax = 20_000;

/** Reads the chunks of a result that were not read yet. False where there are too many. Errors: those of the statement. */
export async function readWhole({
  result,
  ahead,
}: {
  readonly result: Result;
  readonly ahead: DataChunk[];
}): Promise<boolean> {
  let rows = ahead.reduce((sum, chunk) => sum + ddb.data_chunk_get_size(chunk), 0);
  while (rows <= rowsMax) {
    const chunk = await fetchChunk(result);
    if (chunk === null) return true;
    ahead.push(chunk);
    rows += ddb.data_chunk_get_size(chunk);
  }
  return false;
}
