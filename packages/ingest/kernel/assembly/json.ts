import { addNulls, addRow, clearCells, setCell } from './cells';
import { Added, Flag } from './columns';
import { inJson } from './escapes';
import { readNested, readNumber, readString, skipBlanks, stringFlags } from './json-text';

/**
 * Reads flat JSON objects and puts the values of their fields into columns, as `json-cells.ts` reads them into cells; all other
 * records are left to the row mapper.
 */

/** What is told of a key in place of a column: a record with a value there is left to the row mapper. */
const whole: i32 = -2;

/** A table of keys by hash: place, length and column of each. */
const keyBytes: usize = 12;
const slotsOfKeys: u32 = 16384;
const keyTable: usize = memory.data(196608);
/** The keys of the record before, in order. */
const orderMax: u32 = 1024;
const order: usize = memory.data(4096);

/** Why reading stopped. */
export enum Stop {
  done,
  /** The part has as many rows as it may have. */
  full,
  /** A column has no room. */
  noRoom,
  /** A key is not in the table: JavaScript tells what it is. */
  newKey,
}

let records: u32 = 0;
let odd: u32 = 0;
let keyStart: usize = 0;
let keyEnd: usize = 0;
let hasNeeded: bool = false;
let isUnknown: bool = false;

export function beginJson(): void {
  memory.fill(keyTable, 0, (slotsOfKeys as usize) * keyBytes);
  memory.fill(order, 0, (orderMax as usize) * 4);
}

/** Records that the last call put, and how many of them have no values. */
export function jsonRecords(): u32 {
  return records;
}

export function jsonOdd(): u32 {
  return odd;
}

/** The key that is not in the table. */
export function newKeyStart(): usize {
  return keyStart;
}

export function newKeyEnd(): usize {
  return keyEnd;
}

/** Adds a key, whose bytes stay where they are. `column`: the number of its column, −1 unread, −2 left to the row mapper. */
export function addKey(start: usize, length: u32, column: i32, isNeeded: bool): void {
  let slot = hashOf(start, start + length) % slotsOfKeys;
  while (load<u32>(keyTable + (slot as usize) * keyBytes) !== 0) slot = (slot + 1) % slotsOfKeys;
  const entry = keyTable + (slot as usize) * keyBytes;
  store<u32>(entry, start as u32);
  store<u32>(entry + 4, length);
  store<i32>(entry + 8, column >= 0 ? column * 2 + (isNeeded ? 1 : 0) : column);
}

/**
 * Reads `count` records into `width` columns, at most `rowsMax`. `places` has the start and the end of each in words; one without bytes is
 * left to the row mapper.
 */
export function readJson(
  places: usize,
  count: u32,
  columns: usize,
  width: u32,
  wholeRows: usize,
  rowsMax: u32,
): Stop {
  records = 0;
  odd = 0;
  for (; records < count; records++) {
    if (records >= rowsMax) return Stop.full;
    const start = load<u32>(places + 8 * (records as usize)) as usize;
    const end = load<u32>(places + 8 * (records as usize) + 4) as usize;
    clearCells(width);
    isUnknown = false;
    const isRead = start !== end && readObject(start, end) && hasNeeded;
    if (isUnknown) return Stop.newKey;
    let put = isRead ? addRow(columns, width) : Added.no;
    const isWhole = put === Added.yes;
    if (put === Added.no) put = addNulls(columns, width);
    if (put === Added.noRoom) return Stop.noRoom;
    if (!isWhole) odd++;
    store<u8>(wholeRows + records, isWhole ? 1 : 0);
  }
  return Stop.done;
}

function readObject(start: usize, end: usize): bool {
  hasNeeded = false;
  let at = skipBlanks(start, end);
  if (at >= end || load<u8>(at) !== 0x7b) return false;
  at = skipBlanks(at + 1, end);
  let place: u32 = 0;
  while (true) {
    if (at >= end || load<u8>(at) !== 0x22) return false;
    const key = findKey(at + 1, end, place);
    if (key === 0) return false;
    const length = load<u32>(key + 4) as usize;
    const told = load<i32>(key + 8);
    at = skipBlanks(at + 2 + length, end);
    if (at >= end || load<u8>(at) !== 0x3a) return false;
    at = readValue(skipBlanks(at + 1, end), end, told);
    if (at === 0) return false;
    at = skipBlanks(at, end);
    if (at >= end) return false;
    if (load<u8>(at) === 0x7d) return skipBlanks(at + 1, end) === end;
    if (load<u8>(at) !== 0x2c) return false;
    at = skipBlanks(at + 1, end);
    place++;
  }
}

/** The entry of the key at a place; 0 if there is none, or if it is not in the table. */
function findKey(start: usize, end: usize, place: u32): usize {
  if (place < orderMax) {
    const expected = load<u32>(order + (place as usize) * 4) as usize;
    if (expected !== 0 && isAt(expected, start, end)) return expected;
  }
  let to = start;
  while (to < end && load<u8>(to) !== 0x22) {
    const byte = load<u8>(to);
    if (byte < 0x20 || byte === 0x5c) return 0;
    to++;
  }
  if (to >= end) return 0;
  let slot = hashOf(start, to) % slotsOfKeys;
  while (true) {
    const entry = keyTable + (slot as usize) * keyBytes;
    if (load<u32>(entry) === 0) break;
    if (isAt(entry, start, end)) {
      if (place < orderMax) store<u32>(order + (place as usize) * 4, entry as u32);
      return entry;
    }
    slot = (slot + 1) % slotsOfKeys;
  }
  keyStart = start;
  keyEnd = to;
  isUnknown = true;
  return 0;
}

/** Whether a key and its closing quote are at a place. */
function isAt(entry: usize, start: usize, end: usize): bool {
  const length = load<u32>(entry + 4) as usize;
  if (start + length >= end || load<u8>(start + length) !== 0x22) return false;
  return memory.compare(load<u32>(entry) as usize, start, length) === 0;
}

function hashOf(start: usize, end: usize): u32 {
  let hash: u32 = 2166136261;
  for (let at = start; at < end; at++) hash = (hash ^ (load<u8>(at) as u32)) * 16777619;
  return hash ^ (hash >> 15);
}

/** Reads a value and returns where it ends; 0 if the record is left to the row mapper. */
function readValue(at: usize, end: usize, told: i32): usize {
  if (at >= end) return 0;
  const byte = load<u8>(at) as u32;
  if (told === whole && byte !== 0x6e) return 0;
  if (byte === 0x22) {
    const to = readString(at + 1, end);
    if (to !== 0) set(told, at + 1, to - 1, stringFlags | Flag.quoted);
    return to;
  }
  if (byte === 0x7b || byte === 0x5b) {
    const to = readNested(at, end);
    if (to !== 0) set(told, at, to, Flag.nested);
    return to;
  }
  if (byte === 0x74) return readWord(at, end, 0x65757274, 4, told, Flag.literal);
  if (byte === 0x66) return readWord(at, end, 0x736c6166, 5, told, Flag.literal);
  if (byte === 0x6e) return readWord(at, end, 0x6c6c756e, 4, told, 0);
  const to = readNumber(at, end);
  if (to !== 0) set(told, at, to, Flag.number);
  return to;
}

/** `null` is an empty cell. */
function readWord(at: usize, end: usize, word: u32, length: usize, told: i32, flags: u32): usize {
  if (at + length > end || load<u32>(at) !== word) return 0;
  if (length === 5 && load<u8>(at + 4) !== 0x65) return 0;
  set(told, at, flags === 0 ? at : at + length, flags);
  return at + length;
}

/** A later value of the same key counts. */
function set(told: i32, start: usize, end: usize, flags: u32): void {
  if (told < 0) return;
  if ((told & 1) !== 0) hasNeeded = true;
  setCell((told >> 1) as u32, start, end, flags, inJson);
}
