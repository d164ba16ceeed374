import { checkText } from './checks';
import {
  Added,
  addSlot,
  checkOf,
  endBytes,
  Flag,
  hasRoom,
  isBare,
  putBytes,
  stepsOf,
  takesDigits,
  takesWords,
  top,
} from './columns';
import { inJson, unescaped } from './escapes';
import { readNested, readString, skipBlanks, stringFlags } from './json-text';
import { areDigits } from './plain-values';

/** Lists of the objects of a record: what they have at a key becomes a list of texts with a member for each object. */

/** Members of the current row. */
let count: u32 = 0;
/** What stopped the reading of the last value; `Added.yes` if nothing did. */
let fault: Added = Added.yes;

/**
 * Puts what the objects of a list have at the column's last key. A list may lead to others, whose objects follow each other. NULL where there
 * is no list. `start` and `end`: valid JSON.
 */
export function addMembers(column: usize, start: usize, end: usize, flags: u32): Added {
  if (flags === 0) return addSlot(column, 0, 0);
  if ((flags & Flag.nested) === 0 || load<u8>(start) !== 0x5b) return Added.no;
  count = 0;
  fault = Added.yes;
  const found = readList(column, start, end, 0);
  if (fault !== Added.yes) return fault;
  if (count > 0) return Added.yes;
  return addSlot(column, found ? 1 : 0, 0);
}

/** Reads the objects of a list, from the step of a number. False if no list of the last step was there. */
function readList(column: usize, start: usize, end: usize, step: u32): bool {
  const isLast = step + 1 === load<u32>(stepsOf(column));
  let found = isLast;
  let at = skipBlanks(start + 1, end);
  while (load<u8>(at) !== 0x5d) {
    if (load<u8>(at) !== 0x7b) return stop(Added.no);
    const to = readNested(at, end);
    let value = valueAt(column, at, to, step);
    if (fault !== Added.yes) return false;
    if (isLast) {
      value = valueWithin(column, value, to, step + 1);
      if (fault !== Added.yes) return false;
      const added = addMember(column, value, to);
      if (added !== Added.yes) return stop(added);
    } else if (value !== 0 && load<u8>(value) !== 0x6e) {
      if (load<u8>(value) !== 0x5b) return stop(Added.no);
      if (readList(column, value, to, step + 1)) found = true;
      if (fault !== Added.yes) return false;
    }
    at = skipBlanks(to, end);
    if (load<u8>(at) === 0x2c) at = skipBlanks(at + 1, end);
  }
  return found;
}

/** Goes on to objects within an object, from the step of a number. */
function valueWithin(column: usize, start: usize, end: usize, step: u32): usize {
  let value = start;
  for (let next = step; next < load<u32>(stepsOf(column) + 4); next++) {
    if (value === 0 || load<u8>(value) === 0x6e) return 0;
    if (load<u8>(value) !== 0x7b) {
      stop(Added.no);
      return 0;
    }
    value = valueAt(column, value, end, next);
    if (fault !== Added.yes) return 0;
  }
  return value;
}

function stop(why: Added): bool {
  fault = why;
  return false;
}

/** Where the value of a step's key is in an object, the last one if there are several; 0 if there is none. */
function valueAt(column: usize, start: usize, end: usize, step: u32): usize {
  const entry = stepsOf(column) + 8 + 8 * (step as usize);
  const key = load<u32>(entry) as usize;
  const length = load<u32>(entry + 4) as usize;
  let found: usize = 0;
  let at = skipBlanks(start + 1, end);
  while (load<u8>(at) !== 0x7d) {
    const name = at + 1;
    const nameEnd = readString(name, end) - 1;
    // A key with escapes may be any; one of a typed export stands for its value.
    if (stringFlags !== 0 || isTyped(name, nameEnd)) {
      stop(Added.no);
      return 0;
    }
    at = skipBlanks(skipBlanks(nameEnd + 1, end) + 1, end);
    if (nameEnd - name === length && memory.compare(name, key, length) === 0) found = at;
    at = skipBlanks(valueEnd(at, end), end);
    if (load<u8>(at) === 0x2c) at = skipBlanks(at + 1, end);
  }
  return found;
}

/** Keys such as `$oid`, `stringValue`, `S`, `N` and `BOOL`. */
function isTyped(start: usize, end: usize): bool {
  const length = end - start;
  if (length === 0) return false;
  const first = load<u8>(start) as u32;
  if (first === 0x24 || length === 1) return true;
  if (length === 4 && load<u32>(start) === 0x4c4f4f42) return true;
  return length > 5 && load<u32>(end - 5) === 0x756c6156 && load<u8>(end - 1) === 0x65;
}

function valueEnd(at: usize, end: usize): usize {
  const byte = load<u8>(at) as u32;
  if (byte === 0x22) return readString(at + 1, end);
  if (byte === 0x7b || byte === 0x5b) return readNested(at, end);
  let to = at;
  for (; to < end; to++) {
    const next = load<u8>(to) as u32;
    if (next === 0x2c || next === 0x7d || next === 0x5d || next <= 0x20) break;
  }
  return to;
}

/** Puts the value at a place, or NULL where it is 0, null or empty. */
function addMember(column: usize, at: usize, end: usize): Added {
  const repetition: u32 = count++ === 0 ? 0 : 1;
  if (at === 0) return addSlot(column, 2, repetition);
  const byte = load<u8>(at) as u32;
  if (byte === 0x22) {
    const to = readString(at + 1, end) - 1;
    if (to === at + 1) return addSlot(column, 2, repetition);
    if (isBare(column)) return Added.no;
    if (stringFlags === 0) return addBytes(column, at + 1, to, repetition);
    if (!hasRoom(column, (to - at + 8) as u32)) return Added.noRoom;
    const place = top(column) + 4;
    const written = unescaped(place, at + 1, to, inJson);
    if (written === 0) return Added.no;
    checkText(checkOf(column), place, written);
    endBytes(column, written);
    return addSlot(column, 3, repetition);
  }
  if (byte === 0x6e) return addSlot(column, 2, repetition);
  if (byte === 0x7b || byte === 0x5b) return Added.no;
  const to = valueEnd(at, end);
  if (byte === 0x74 || byte === 0x66)
    return takesWords(column) ? addBytes(column, at, to, repetition) : Added.no;
  return takesDigits(column) && areDigits(at, to) ? addBytes(column, at, to, repetition) : Added.no;
}

function addBytes(column: usize, start: usize, end: usize, repetition: u32): Added {
  checkText(checkOf(column), start, end);
  const put = putBytes(column, start, end);
  return put === Added.yes ? addSlot(column, 3, repetition) : put;
}
