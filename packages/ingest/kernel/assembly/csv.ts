import { addNulls, addRow, cellsMax, isBlankRow, setCell } from './cells';
import { toldOfRow } from './checks';
import { Added, Flag } from './columns';

/**
 * Splits CSV text in UTF-8 into rows and puts their cells into columns. Rows and cells are those of `csv-scanner.ts`, which reads the
 * rows again whose cells no column can keep.
 */

const quote: u32 = 0x22;
const lineFeed: u32 = 0x0a;
const carriageReturn: u32 = 0x0d;

/** Rows are larger than that nowhere, as in `record-chunk.ts`. */
const rowBytesMax: usize = 16 * 1024 * 1024;

/** Why reading stopped. */
export enum Stop {
  moreText,
  /** The part has as many rows as it may have. */
  full,
  /** A column has no room. */
  noRoom,
  /** The text is no CSV: a quoted cell is not closed, or a row is too large. */
  fault,
}

let delimiter: u32 = 0;
/** The last byte of a line end, and whether a carriage return precedes it; 0 before the first line end. */
let lineEnd: u32 = 0;
let isCrLf: bool = false;
/** Rows to skip. */
let skip: u32 = 0;
let place: usize = 0;
let end: usize = 0;
let isLast: bool = false;
let count: u32 = 0;
let added: u32 = 0;
let odd: u32 = 0;

export function beginCsv(delimiterByte: u32, rowsSkipped: u32): void {
  delimiter = delimiterByte;
  lineEnd = 0;
  isCrLf = false;
  skip = rowsSkipped;
}

/** Where the text goes on that was not read. */
export function csvPlace(): usize {
  return place;
}

/** Rows that the last call put, and how many of them have no values. */
export function csvRows(): u32 {
  return added;
}

export function csvOdd(): u32 {
  return odd;
}

/**
 * Reads rows from `from` to `to`, at most `rowsMax`, into `width` columns. `whole` gets a byte for each row: 1 if it has its
 * values in the columns.
 */
export function readCsv(
  from: usize,
  to: usize,
  last: bool,
  columns: usize,
  width: u32,
  whole: usize,
  rowsMax: u32,
): Stop {
  place = from;
  end = to;
  isLast = last;
  added = 0;
  odd = 0;
  while (place < end) {
    if (added >= rowsMax) return Stop.full;
    const after = readRow(place);
    if (after === 0) return isLast ? Stop.fault : Stop.moreText;
    if (after - place > rowBytesMax) return Stop.fault;
    if (count === 1 && isBlankRow()) {
      place = after;
      continue;
    }
    if (skip > 0) {
      skip--;
      place = after;
      continue;
    }
    let put = count === width ? addRow(columns, width) : Added.no;
    const isWhole = put === Added.yes;
    if (put === Added.no) put = addNulls(columns, width);
    if (put === Added.noRoom) return Stop.noRoom;
    if (!isWhole) odd++;
    store<u8>(whole + added, isWhole ? toldOfRow() : 0);
    added++;
    place = after;
  }
  return Stop.moreText;
}

/** Sets the cells of the row that begins at a position and returns where the next one begins; 0 if it is incomplete. */
function readRow(from: usize): usize {
  count = 0;
  let at = from;
  while (true) {
    const start = at;
    let stray: usize = 0;
    if (at < end && (load<u8>(at) as u32) === quote) {
      const close = readQuoted(at + 1);
      if (close === 0) return 0;
      const next: usize = close + 1 < end ? endAt(close + 1) : isLast ? 1 : 0;
      const isCut = close + 1 >= end || ((load<u8>(close + 1) as u32) === carriageReturn && close + 2 >= end);
      if (isCut && !isLast) return 0;
      if (next !== 0) {
        addOne(start + 1, close, isDoubled ? Flag.quoted | Flag.escaped : Flag.quoted, 0);
        if (close + 1 >= end) return end;
        if ((load<u8>(close + 1) as u32) === delimiter) {
          at = close + 2;
          continue;
        }
        return close + 1 + next;
      }
      stray = close;
      at = close;
    }
    const flags: u32 = stray === 0 ? 0 : Flag.escaped;
    while (true) {
      while (at < end) {
        const byte = load<u8>(at) as u32;
        if (byte === delimiter || byte === lineFeed || byte === carriageReturn) break;
        at++;
      }
      if (at >= end) {
        if (!isLast) return 0;
        addOne(start, at, flags, stray);
        return at;
      }
      if ((load<u8>(at) as u32) === delimiter) break;
      const length = endAt(at);
      if (length > 0) {
        addOne(start, at, flags, stray);
        return at + length;
      }
      // A line end may be cut in its middle.
      if ((load<u8>(at) as u32) === carriageReturn && at + 1 >= end && !isLast) return 0;
      at++;
    }
    addOne(start, at, flags, stray);
    at++;
  }
}

function addOne(start: usize, to: usize, flags: u32, stray: usize): void {
  if (count < cellsMax) setCell(count, start, to, flags, stray);
  count++;
}

let isDoubled: bool = false;

/** The position of the quote that closes a quoted part, from after the opening one; 0 if there is none. */
function readQuoted(from: usize): usize {
  isDoubled = false;
  for (let at = from; at < end; at++) {
    if ((load<u8>(at) as u32) !== quote) continue;
    if (at + 1 < end && (load<u8>(at + 1) as u32) === quote) {
      isDoubled = true;
      at++;
      continue;
    }
    return at;
  }
  return 0;
}

/** 1 or more if a cell ends at a position: the length of the line end there, or 1 for a delimiter. */
function endAt(at: usize): usize {
  const byte = load<u8>(at) as u32;
  if (byte === delimiter) return 1;
  if (byte !== lineFeed && byte !== carriageReturn) return 0;
  if (lineEnd === 0) {
    if (byte === carriageReturn && at + 1 >= end && !isLast) return 0;
    isCrLf = byte === carriageReturn && at + 1 < end && (load<u8>(at + 1) as u32) === lineFeed;
    lineEnd = isCrLf ? lineFeed : byte;
  }
  if (!isCrLf) return byte === lineEnd ? 1 : 0;
  return byte === carriageReturn && at + 1 < end && (load<u8>(at + 1) as u32) === lineFeed ? 2 : 0;
}
