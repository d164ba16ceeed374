import { coresOfMachine } from '@sdq/duckdb';

/** Memory of each statement that sorts and writes beside others, and how many do so at most. */
const bytesOfEach = 512 * 2 ** 20;
const atOnceMax = 4;

/** How many statements of one thread each may sort and write at the same time. */
export function writersAtOnce(memoryBytesMax: number): number {
  return Math.max(1, Math.min(coresOfMachine(), atOnceMax, Math.floor(memoryBytesMax / bytesOfEach)));
}
