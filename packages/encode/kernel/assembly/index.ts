/**
 * The kernel of the encoders: DuckDB's vectors, copied into this memory, to text and to Arrow's buffers. It keeps
 * nothing from one call to the next but a day's text; the caller says where everything lies.
 */
import { formOf, mayNeedQuotes, nodeBytes } from './nodes';
import { reserve, shortRoom } from './room';
import { quoteField } from './text-quotes';
import { isPresent, writeOpening, writeValue } from './values';

export { gatherStrings, gatherWithLengths, scannedBytes, scannedFlags, scanStrings } from './strings';

/** Where memory is free from. */
export function freeFrom(): usize {
  return __heap_base;
}

let place: usize = 0;

/** Where the text of the last call ends. */
export function written(): usize {
  return place;
}

/**
 * Rows `[start, end)` of the columns at `nodes` as text, until it has grown beyond `limit` bytes. `lead` precedes each
 * row but the first one if `isFirst`; `ending` follows each, of `endingBytes` bytes. Gives the row to go on with.
 */
export function writeRows(
  nodes: usize,
  columns: u32,
  start: u32,
  end: u32,
  lead: u32,
  isFirst: bool,
  ending: u32,
  endingBytes: u32,
  at: usize,
  limit: u32,
): u32 {
  const last = nodes + (columns as usize) * nodeBytes;
  const stop = at + limit;
  let row = start;
  place = at;
  for (; row < end && place < stop; row++) {
    reserve(place, shortRoom);
    if (lead !== 0 && !(isFirst && row === start)) store<u8>(place++, lead as u8);
    for (let node = nodes; node < last; node += nodeBytes) {
      const from = writeOpening(place, node);
      place = from;
      if (isPresent(node, row)) {
        place = writeValue(from, node, row);
        if (mayNeedQuotes(node)) place = quoteField(from, place);
      } else if (formOf(node) === 0) {
        store<u32>(from, 0x6c6c756e); // null
        place = from + 4;
      }
    }
    reserve(place, 64);
    store<u32>(place, ending);
    place += endingBytes;
  }
  return row;
}

/**
 * Rows `[start, start + count)` of one column as text, one value after another at `at`; after each its end, counted
 * from `at`, at `ends`, and at `present` a byte that is 0 for NULL.
 */
export function writeColumn(
  node: usize,
  start: u32,
  count: u32,
  ends: usize,
  present: usize,
  at: usize,
): void {
  place = at;
  for (let index: u32 = 0; index < count; index++) {
    const isValue = isPresent(node, start + index);
    reserve(place, shortRoom);
    if (isValue) place = writeValue(place, node, start + index);
    store<u8>(present + index, isValue as u8);
    store<u32>(ends + ((index as usize) << 2), (place - at) as u32);
  }
}
