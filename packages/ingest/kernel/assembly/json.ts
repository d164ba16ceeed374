import { addNulls, addRow, clearCells, setCell } from './cells';
import { toldOfRow } from './checks';
import { Added, Flag } from './columns';
import { inJson } from './escapes';
import { numberEnd, readNested, readNumber, readString, skipBlanks, stringFlags } from './json-text';

/**
 * Reads flat JSON objects and puts the values of their fields into columns, as `json-cells.ts` reads them into cells; all other
 * records are left to the row mapper.
 */

/**
 * What is told of a key in place of a column: it is not read; a record with a value there is left to the row mapper; so is one with null
 * there; from there down, the number of an object whose keys are read, from 1.
 */
const unread: i32 = -1;
const whole: i32 = -2;
const never: i32 = -3;
const inside: i32 = -4;

/** A table of keys by hash: place, length, what is told, bits of what a record needs, and object of each. */
const keyBytes: usize = 20;
const slotsOfKeys: u32 = 16384;
const keyTable: usize = memory.data(327680);
/** The keys of the record before, in order, those of objects within it included. */
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
let keyObject: u32 = 0;
/** Bits of what the record has of what it needs, of what all need, and of the objects in it that were read. */
let had: u32 = 0;
let needed: u32 = 0;
let entered: u64 = 0;
let place: u32 = 0;
let isUnknown: bool = false;

/** `bits`: all that a record needs. */
export function beginJson(bits: u32): void {
  needed = bits;
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

/** The object that it is in, 0 for the record itself. */
export function newKeyObject(): u32 {
  return keyObject;
}

/** Adds a key, whose bytes stay where they are. `told`: the number of its column, or what is told in place of it. */
export function addKey(start: usize, length: u32, told: i32, bits: u32, object: u32): void {
  let slot = hashOf(start, start + length, object) % slotsOfKeys;
  while (load<u32>(keyTable + (slot as usize) * keyBytes) !== 0) slot = (slot + 1) % slotsOfKeys;
  const entry = keyTable + (slot as usize) * keyBytes;
  store<u32>(entry, start as u32);
  store<u32>(entry + 4, length);
  store<i32>(entry + 8, told);
  store<u32>(entry + 12, bits);
  store<u32>(entry + 16, object);
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
    const isRead = start !== end && readRecord(start, end);
    if (isUnknown) return Stop.newKey;
    let put = isRead ? addRow(columns, width) : Added.no;
    const isWhole = put === Added.yes;
    if (put === Added.no) put = addNulls(columns, width);
    if (put === Added.noRoom) return Stop.noRoom;
    if (!isWhole) odd++;
    store<u8>(wholeRows + records, isWhole ? toldOfRow() : 0);
  }
  return Stop.done;
}

function readRecord(start: usize, end: usize): bool {
  had = 0;
  entered = 0;
  place = 0;
  const to = readObject(skipBlanks(start, end), end, 0);
  return to !== 0 && skipBlanks(to, end) === end && (had & needed) === needed;
}

/** Reads an object and returns where it ends; 0 if the record is left to the row mapper. */
function readObject(from: usize, end: usize, object: u32): usize {
  let at = from;
  if (at >= end || load<u8>(at) !== 0x7b) return 0;
  at = skipBlanks(at + 1, end);
  if (object !== 0 && at < end && load<u8>(at) === 0x7d) return at + 1;
  while (true) {
    if (at >= end || load<u8>(at) !== 0x22) return 0;
    const key = findKey(at + 1, end, object);
    if (key === 0) return 0;
    place++;
    had |= load<u32>(key + 12);
    at = skipBlanks(at + 2 + (load<u32>(key + 4) as usize), end);
    if (at >= end || load<u8>(at) !== 0x3a) return 0;
    const told = load<i32>(key + 8);
    at = skipBlanks(at + 1, end);
    at = told <= inside ? readInside(at, end, (inside - told + 1) as u32) : readValue(at, end, told);
    if (at === 0) return 0;
    at = skipBlanks(at, end);
    if (at >= end) return 0;
    if (load<u8>(at) === 0x7d) return at + 1;
    if (load<u8>(at) !== 0x2c) return 0;
    at = skipBlanks(at + 1, end);
  }
}

/** Reads an object within a record; of two at the same key the second would count alone. */
function readInside(at: usize, end: usize, object: u32): usize {
  const bit = (1 as u64) << (object as u64);
  if (at >= end || (entered & bit) !== 0) return 0;
  entered |= bit;
  return load<u8>(at) === 0x6e ? readWord(at, end, 0x6c6c756e, 4, unread, 0) : readObject(at, end, object);
}

/** The entry of the key at a place; 0 if there is none, or if it is not in the table. */
function findKey(start: usize, end: usize, object: u32): usize {
  if (place < orderMax) {
    const expected = load<u32>(order + (place as usize) * 4) as usize;
    if (expected !== 0 && isAt(expected, start, end, object)) return expected;
  }
  let to = start;
  while (to < end && load<u8>(to) !== 0x22) {
    const byte = load<u8>(to);
    if (byte < 0x20 || byte === 0x5c) return 0;
    to++;
  }
  if (to >= end) return 0;
  let slot = hashOf(start, to, object) % slotsOfKeys;
  while (true) {
    const entry = keyTable + (slot as usize) * keyBytes;
    if (load<u32>(entry) === 0) break;
    if (isAt(entry, start, end, object)) {
      if (place < orderMax) store<u32>(order + (place as usize) * 4, entry as u32);
      return entry;
    }
    slot = (slot + 1) % slotsOfKeys;
  }
  keyStart = start;
  keyEnd = to;
  keyObject = object;
  isUnknown = true;
  return 0;
}

/** Whether a key of an object and its closing quote are at a place. */
function isAt(entry: usize, start: usize, end: usize, object: u32): bool {
  if (load<u32>(entry + 16) !== object) return false;
  const length = load<u32>(entry + 4) as usize;
  if (start + length >= end || load<u8>(start + length) !== 0x22) return false;
  return memory.compare(load<u32>(entry) as usize, start, length) === 0;
}

function hashOf(start: usize, end: usize, object: u32): u32 {
  let hash: u32 = 2166136261 ^ object;
  for (let at = start; at < end; at++) hash = (hash ^ (load<u8>(at) as u32)) * 16777619;
  return hash ^ (hash >> 15);
}

/** Reads a value and returns where it ends; 0 if the record is left to the row mapper. */
function readValue(at: usize, end: usize, told: i32): usize {
  if (at >= end) return 0;
  const byte = load<u8>(at) as u32;
  if (told === never || (told === whole && byte !== 0x6e)) return 0;
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
  if (told === unread) return numberEnd(at, end);
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

/** Of two values of a key, the later one counts. */
function set(told: i32, start: usize, end: usize, flags: u32): void {
  if (told >= 0) setCell(told as u32, start, end, flags, inJson);
}
