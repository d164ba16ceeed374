import { beginRow, Check, checkText, doubt, isOddLetter } from './checks';
import {
  Added,
  addFlag,
  addLong,
  addSlot,
  begin,
  cellOf,
  checkOf,
  columnBytes,
  drop,
  endText,
  Flag,
  hasRoom,
  isBare,
  isUnused,
  Kind,
  keepsEmpty,
  kindOf,
  putBytes,
  takesDigits,
  takesFirst,
  top,
} from './columns';
import { inJson, unescaped } from './escapes';
import { readString, skipBlanks, stringFlags } from './json-text';
import { addMembers } from './members';
import { areDigits, digitsIn, isLocal, isNull, isoMicros } from './plain-values';

/** The cells of the current row: start, end, flags and stray quote of each, in words. */
export const cellBytes: usize = 16;
export const cellsMax: u32 = 1024;
const cells: usize = memory.data(16384);

const notText: u32 = Flag.number | Flag.literal | Flag.nested;

export function setCell(cell: u32, start: usize, end: usize, flags: u32, stray: usize): void {
  const place = cells + (cell as usize) * cellBytes;
  store<u32>(place, start as u32);
  store<u32>(place + 4, end as u32);
  store<u32>(place + 8, flags);
  store<u32>(place + 12, stray as u32);
}

export function clearCells(count: u32): void {
  memory.fill(cells, 0, (count as usize) * cellBytes);
}

/** Whether a row of one cell has nothing in it, not even quotes. */
export function isBlankRow(): bool {
  return load<u32>(cells) === load<u32>(cells + 4) && load<u32>(cells + 8) === 0;
}

/** The column that had no room. */
export let crowded: u32 = 0;

/** Puts the cells of a row into columns. Where one cannot be kept or has no room, nothing of the row is put. */
export function addRow(columns: usize, count: u32): Added {
  beginRow();
  for (let cell: u32 = 0; cell < count; cell++) {
    const column = columns + (cell as usize) * columnBytes;
    begin(column);
    const added = addCell(column, cells + (cellOf(column) as usize) * cellBytes);
    if (added === Added.yes) continue;
    for (let at: u32 = 0; at <= cell; at++) drop(columns + (at as usize) * columnBytes);
    crowded = cell;
    return added;
  }
  return Added.yes;
}

/** Puts a row without values. */
export function addNulls(columns: usize, count: u32): Added {
  for (let cell: u32 = 0; cell < count; cell++) {
    const column = columns + (cell as usize) * columnBytes;
    begin(column);
    if (addSlot(column, 0, 0) === Added.yes) continue;
    for (let at: u32 = 0; at <= cell; at++) drop(columns + (at as usize) * columnBytes);
    crowded = cell;
    return Added.noRoom;
  }
  return Added.yes;
}

function addCell(column: usize, cell: usize): Added {
  const start = load<u32>(cell) as usize;
  const end = load<u32>(cell + 4) as usize;
  const flags = load<u32>(cell + 8);
  const kind = kindOf(column);
  if (kind === Kind.members) return addMembers(column, start, end, flags);
  if ((flags & Flag.nested) !== 0 && takesFirst(column)) return addFirst(column, start, end);
  if (start === end && (kind !== Kind.texts || flags === 0)) {
    const isText = (flags & Flag.quoted) !== 0 && kind === Kind.text && keepsEmpty(column);
    if (!isText) return addSlot(column, 0, 0);
  }
  if ((flags & Flag.quoted) !== 0 && isBare(column)) return Added.no;
  if (kind === Kind.text) return addText(column, start, end, flags, load<u32>(cell + 12) as usize);
  if (kind === Kind.texts) return addTexts(column, start, end, flags);
  if ((flags & Flag.nested) !== 0) return Added.no;
  if (kind === Kind.flag) {
    if ((flags & Flag.literal) !== 0) return addFlag(column, load<u8>(start) === 0x74);
    return addBlank(column, start, end, flags);
  }
  if ((flags & Flag.literal) !== 0) return Added.no;
  if (kind === Kind.long) {
    const number = digitsIn(start, end);
    return number < 0 ? addBlank(column, start, end, flags) : addLong(column, number);
  }
  if ((flags & Flag.number) !== 0) return Added.no;
  const micros = isoMicros(start, end);
  if (micros !== i64.MIN_VALUE && isLocal === (kind === Kind.local)) return addLong(column, micros);
  return addBlank(column, start, end, flags);
}

/** The first member of a list, a text. */
function addFirst(column: usize, start: usize, end: usize): Added {
  if (load<u8>(start) !== 0x5b) return Added.no;
  const at = skipBlanks(start + 1, end);
  const byte = load<u8>(at) as u32;
  if (byte === 0x5d || byte === 0x6e) return addSlot(column, 0, 0);
  if (byte !== 0x22) return Added.no;
  const to = readString(at + 1, end) - 1;
  if (to === at + 1) return addSlot(column, 0, 0);
  return addText(column, at + 1, to, stringFlags | Flag.quoted, inJson);
}

function addBlank(column: usize, start: usize, end: usize, flags: u32): Added {
  return (flags & (notText | Flag.escaped)) === 0 && isNull(start, end) ? addSlot(column, 0, 0) : Added.no;
}

function addText(column: usize, start: usize, end: usize, flags: u32, stray: usize): Added {
  if ((flags & notText) !== 0 && !isUnused(column)) {
    const isNumber = (flags & Flag.number) !== 0 && areDigits(start, end);
    if (!isNumber || !takesDigits(column)) return Added.no;
  }
  if ((flags & Flag.escaped) === 0 || (flags & notText) !== 0) {
    checkText(checkOf(column), start, end);
    const put = putBytes(column, start, end);
    return put === Added.yes ? addSlot(column, 1, 0) : put;
  }
  if (!hasRoom(column, (end - start + 8) as u32)) return Added.noRoom;
  const place = top(column) + 4;
  const written = unescaped(place, start, end, stray);
  if (written === 0) return Added.no;
  checkText(checkOf(column), place, written);
  return endText(column, written);
}

/** A list of texts that have no white space, escapes or marks but the one that names have before them; all others are left to the row mapper. */
function addTexts(column: usize, start: usize, end: usize, flags: u32): Added {
  if ((flags & Flag.nested) === 0) return Added.no;
  if (end - start === 2 && load<u8>(start) === 0x5b) return addSlot(column, 1, 0);
  if (load<u8>(start) !== 0x5b || load<u8>(start + 1) !== 0x22) return Added.no;
  const check = checkOf(column);
  const mark: u32 = check === Check.tag ? 0x23 : check === Check.mention ? 0x40 : 0;
  let from = start + 2;
  for (let at = from; at < end; at++) {
    const byte = load<u8>(at) as u32;
    if (byte === 0x22) {
      if (at === from) return Added.no;
      const put = putBytes(column, from, at);
      if (put !== Added.yes) return put;
      const slot = addSlot(column, 3, from === start + 2 ? 0 : 1);
      if (slot !== Added.yes) return slot;
      if (at + 2 === end) return load<u8>(at + 1) === 0x5d ? Added.yes : Added.no;
      if (load<u8>(at + 1) !== 0x2c || load<u8>(at + 2) !== 0x22) return Added.no;
      at += 2;
      from = at + 1;
      continue;
    }
    if (at === from && byte === mark && load<u8>(at + 1) !== 0x22) continue;
    // `#`, `'`, `@`, the backslash, white space, control characters, and the beginnings of such of more than one byte.
    if (byte <= 0x20 || byte === 0x23 || byte === 0x27 || byte === 0x40 || byte === 0x5c || byte === 0x7f)
      return Added.no;
    if (byte >= 0x80 && isOddWide(at, byte)) return Added.no;
    if (byte >= 0xc4 && mark !== 0 && isOddLetter(at, end, byte)) doubt();
  }
  return Added.no;
}

/** Whether white space, a control character or a wide mark of tags and mentions may begin here. */
function isOddWide(at: usize, byte: u32): bool {
  if (byte === 0xc2) return load<u8>(at + 1) <= 0xa0;
  if (byte === 0xe1) return load<u8>(at + 1) === 0x9a;
  if (byte === 0xe2) return load<u8>(at + 1) <= 0x81;
  if (byte === 0xe3) return load<u8>(at + 1) === 0x80 && load<u8>(at + 2) === 0x80;
  return byte === 0xef && (load<u8>(at + 1) === 0xbb || load<u8>(at + 1) === 0xbc);
}
