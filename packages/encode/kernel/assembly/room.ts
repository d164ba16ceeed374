/**
 * Room for output at the end of memory. Functions that write take the place to write at and give the place after;
 * whoever calls one whose text is short has reserved room for it.
 */

/** Bytes that any short text, its quotes and a comma fit into. */
export const shortRoom: usize = 256;

/** Memory grows by so many pages of 64 KiB at least. */
const pagesMin: usize = 16;

/** Lets `extra` bytes be written from `at` on. Traps when there is no more memory. */
export function reserve(at: usize, extra: usize): void {
  const held = (memory.size() as usize) << 16;
  const end = at + extra;
  if (end <= held) return;
  const pages = max<usize>((end - held + 0xffff) >> 16, pagesMin);
  if (memory.grow(pages as i32) < 0) unreachable();
}

/** Copies, and may write up to 15 bytes more than `byteLength`: what follows is written later. */
export function copyOver(at: usize, source: usize, byteLength: usize): void {
  if (byteLength > 256) {
    memory.copy(at, source, byteLength);
    return;
  }
  for (let index: usize = 0; index < byteLength; index += 16) {
    v128.store(at + index, v128.load(source + index));
  }
}
