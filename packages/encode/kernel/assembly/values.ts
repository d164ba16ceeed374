/** Values as text. */
import { insertPoint, writeInt64, writeInt128, writeUint32, writeUint64, writeUint128 } from './digits';
import {
  childCountOf,
  childOf,
  dataOf,
  formOf,
  heapsOf,
  kindOf,
  openingBytesOf,
  openingOf,
  parameterOf,
  validityOf,
  widthOf,
} from './nodes';
import { copyOver, reserve, shortRoom } from './room';
import { isSet, stringPlace } from './strings';
import { requoteAsJson, writeBase64, writeBits, writeJsonString, writeText } from './text-quotes';
import { writeDate, writeInterval, writeTime, writeTimestamp, writeZonedTime } from './times';

const jsonForm: u32 = 0;
const unionKind: u32 = 28;
const safeMax: u64 = 9007199254740991;
/** Decimals of 15 digits are the same after a double. */
const digitsMax: u64 = 999999999999999;
const hexDigits: usize = memory.data<u8>([48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102]);

/** A union that holds NULL is NULL, whichever member it would be of. */
export function isPresent(node: usize, row: u32): bool {
  if (!isSet(validityOf(node), row)) return false;
  if (kindOf(node) !== unionKind) return true;
  if (!isSet(validityOf(childOf(node, 0)), row)) return false;
  return isPresent(unionMember(node, row), row);
}

/** The first child is the tag, which counts the others from 0. */
function unionMember(node: usize, row: u32): usize {
  return childOf(node, (load<u8>(dataOf(childOf(node, 0)) + row) as u32) + 1);
}

/** Writes a row that is not NULL; `shortRoom` bytes are reserved. */
export function writeValue(at: usize, node: usize, row: u32): usize {
  const data = dataOf(node);
  const place: usize = row;
  switch (kindOf(node)) {
    case 1:
      return writeBoolean(at, load<u8>(data + place) !== 0);
    case 2:
      return writeInt64(at, load<i8>(data + place) as i64);
    case 3:
      return writeInt64(at, load<i16>(data + (place << 1)) as i64);
    case 4:
      return writeInt64(at, load<i32>(data + (place << 2)) as i64);
    case 5:
      return writeBigint(at, node, load<i64>(data + (place << 3)));
    case 6:
      return writeUint32(at, load<u8>(data + place) as u32);
    case 7:
      return writeUint32(at, load<u16>(data + (place << 1)) as u32);
    case 8:
      return writeUint32(at, load<u32>(data + (place << 2)));
    case 9:
      return writeUnsignedBigint(at, node, load<u64>(data + (place << 3)));
    case 19: {
      const entry = data + (place << 4);
      const source = stringPlace(entry, heapsOf(node));
      if (formOf(node) === jsonForm) return writeJsonString(at, source, load<u32>(entry));
      return writeText(at, source, load<u32>(entry));
    }
    case 22:
      return writePrepared(at, node, enumIndex(node, row), parameterOf(node));
    case 23:
      return writePrepared(at, node, row, data);
    case 24: {
      const entry = data + (place << 4);
      return writeElements(at, childOf(node, 0), load<u32>(entry), load<u32>(entry, 8));
    }
    case 25:
      return writeElements(at, childOf(node, 0), row * parameterOf(node), parameterOf(node));
    case 26:
      return writeMembers(at, node, row);
    case 27: {
      const entry = data + (place << 4);
      return writeEntries(at, node, load<u32>(entry), load<u32>(entry, 8));
    }
    case 28:
      return writeValue(at, unionMember(node, row), row);
    default:
      return writeQuoted(at, node, row);
  }
}

/** Values that are strings in JSON though their text has nothing to escape, but for numbers that a double keeps. */
function writeQuoted(at: usize, node: usize, row: u32): usize {
  if (formOf(node) !== jsonForm || isExactNumber(node, row)) return writeUnquoted(at, node, row);
  store<u8>(at, 34);
  const end = writeUnquoted(at + 1, node, row);
  store<u8>(end, 34);
  return end + 1;
}

/**
 * Whether a number of 128 bits, or a DECIMAL, stays what it is when it is read as a double: integers to 2^53, and
 * fractions of at most 15 digits.
 */
function isExactNumber(node: usize, row: u32): bool {
  const data = dataOf(node);
  const place: usize = row;
  const kind = kindOf(node);
  if (kind < 10 || kind > 12) return false;
  const largest = kind === 12 && parameterOf(node) > 0 ? digitsMax : safeMax;
  if (kind === 12 && widthOf(node) < 16) {
    const width = widthOf(node);
    if (width < 8) return true; // at most nine digits
    const value = load<i64>(data + (place << 3));
    return value <= (largest as i64) && value >= -(largest as i64);
  }
  const high = load<i64>(data + (place << 4), 8);
  const low = load<u64>(data + (place << 4));
  if (high === 0) return low <= largest;
  return kind !== 11 && high === -1 && 0 - low <= largest && low !== 0;
}

function writeUnquoted(at: usize, node: usize, row: u32): usize {
  const data = dataOf(node);
  const place: usize = row;
  switch (kindOf(node)) {
    case 10:
      return writeInt128(at, load<i64>(data + (place << 4), 8), load<u64>(data + (place << 4)));
    case 11:
      return writeUint128(at, load<u64>(data + (place << 4), 8), load<u64>(data + (place << 4)));
    case 12:
      return insertPoint(at, writeUnscaled(at, node, row), parameterOf(node));
    case 13:
      return writeDate(at, load<i32>(data + (place << 2)));
    case 14:
      return writeTimestamp(at, load<i64>(data + (place << 3)), parameterOf(node));
    case 15:
      return writeTime(at, load<u64>(data + (place << 3)), parameterOf(node));
    case 16:
      return writeZonedTime(at, load<u64>(data + (place << 3)));
    case 17: {
      const parts = data + (place << 4);
      return writeInterval(at, load<i32>(parts), load<i32>(parts, 4), load<i64>(parts, 8));
    }
    case 18:
      return writeUuid(at, data + (place << 4));
    case 20: {
      const entry = data + (place << 4);
      return writeBase64(at, stringPlace(entry, heapsOf(node)), load<u32>(entry));
    }
    case 21: {
      const entry = data + (place << 4);
      return writeBits(at, stringPlace(entry, heapsOf(node)), load<u32>(entry));
    }
    default:
      return unreachable();
  }
}

function writeBoolean(at: usize, value: bool): usize {
  if (value) {
    store<u32>(at, 0x65757274); // true
    return at + 4;
  }
  store<u64>(at, 0x65736c6166); // false
  return at + 5;
}

/** In JSON a string where a number would lose digits in JavaScript. */
function writeBigint(at: usize, node: usize, value: i64): usize {
  const isLarge = value > (safeMax as i64) || value < -(safeMax as i64);
  if (!isLarge || formOf(node) !== jsonForm) return writeInt64(at, value);
  store<u8>(at, 34);
  const end = writeInt64(at + 1, value);
  store<u8>(end, 34);
  return end + 1;
}

function writeUnsignedBigint(at: usize, node: usize, value: u64): usize {
  if (value <= safeMax || formOf(node) !== jsonForm) return writeUint64(at, value);
  store<u8>(at, 34);
  const end = writeUint64(at + 1, value);
  store<u8>(end, 34);
  return end + 1;
}

function writeUnscaled(at: usize, node: usize, row: u32): usize {
  const data = dataOf(node);
  const place: usize = row;
  switch (widthOf(node)) {
    case 2:
      return writeInt64(at, load<i16>(data + (place << 1)) as i64);
    case 4:
      return writeInt64(at, load<i32>(data + (place << 2)) as i64);
    case 8:
      return writeInt64(at, load<i64>(data + (place << 3)));
    default:
      return writeInt128(at, load<i64>(data + (place << 4), 8), load<u64>(data + (place << 4)));
  }
}

/** 32 lower-case digits in five groups, of a 128-bit number with the top bit flipped. */
function writeUuid(at: usize, bytes: usize): usize {
  let place = at;
  for (let index: i32 = 15; index >= 0; index--) {
    const stored = load<u8>(bytes + index) as u32;
    const byte = index === 15 ? stored ^ 0x80 : stored;
    store<u8>(place, load<u8>(hexDigits + (byte >> 4)));
    store<u8>(place + 1, load<u8>(hexDigits + (byte & 15)));
    place += 2;
    if (index === 12 || index === 10 || index === 8 || index === 6) store<u8>(place++, 45);
  }
  return place;
}

function enumIndex(node: usize, row: u32): u32 {
  const data = dataOf(node);
  const place: usize = row;
  const width = widthOf(node);
  if (width === 1) return load<u8>(data + place);
  return width === 2 ? load<u16>(data + (place << 1)) : load<u32>(data + (place << 2));
}

/** Text that lies between two of the places listed at `ends`. */
function writePrepared(at: usize, node: usize, index: u32, ends: usize): usize {
  const from = load<u32>(ends + ((index as usize) << 2));
  const to = load<u32>(ends + ((index as usize) << 2), 4);
  return writeText(at, heapsOf(node) + from, to - from);
}

/** A value within another one: JSON, `null` where it is NULL. */
function writeInner(at: usize, node: usize, row: u32): usize {
  reserve(at, shortRoom);
  if (isPresent(node, row)) return writeValue(at, node, row);
  store<u32>(at, 0x6c6c756e); // null
  return at + 4;
}

function writeElements(at: usize, child: usize, start: u32, count: u32): usize {
  let place = at;
  store<u8>(place++, 91);
  for (let index: u32 = 0; index < count; index++) {
    if (index > 0) store<u8>(place++, 44);
    place = writeInner(place, child, start + index);
    reserve(place, 64);
  }
  store<u8>(place, 93);
  return place + 1;
}

function writeMembers(at: usize, node: usize, row: u32): usize {
  let place = at;
  const count = childCountOf(node);
  for (let index: u32 = 0; index < count; index++) {
    const child = childOf(node, index);
    place = writeOpening(place, child);
    place = writeInner(place, child, row);
  }
  reserve(place, 64);
  store<u8>(place, parameterOf(node) as u8);
  return place + 1;
}

export function writeOpening(at: usize, node: usize): usize {
  const byteLength = openingBytesOf(node);
  reserve(at, byteLength + shortRoom);
  copyOver(at, openingOf(node), byteLength);
  return at + byteLength;
}

/** An object whose keys are the keys' text; keys that are nested stand in JSON. */
function writeEntries(at: usize, node: usize, start: u32, count: u32): usize {
  const entry = childOf(node, 0);
  const key = childOf(entry, 0);
  const value = childOf(entry, 1);
  let place = at;
  store<u8>(place++, 123);
  for (let row = start; row < start + count; row++) {
    if (row > start) store<u8>(place++, 44);
    reserve(place, shortRoom);
    place = requoteAsJson(place, writeValue(place, key, row));
    reserve(place, shortRoom);
    store<u8>(place++, 58);
    place = writeInner(place, value, row);
    reserve(place, 64);
  }
  store<u8>(place, 125);
  return place + 1;
}
