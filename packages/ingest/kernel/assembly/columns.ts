/**
 * The columns that cells are put into, as Parquet's plain encoding has them. A column is this record of words; JavaScript
 * allocates it and its buffers.
 */
const kindAt: usize = 0;
const valuesAt: usize = 4;
const usedAt: usize = 8;
const capacityAt: usize = 12;
const definitionsAt: usize = 16;
const slotsAt: usize = 20;
const repetitionsAt: usize = 24;
/**
 * 1: a number of JSON is the same as a text with its digits; 2: no column is read from the field; 4: an empty text is a value; 8: texts are
 * left to the row mapper; 16: truth values are texts;
 * 32: of a list, the first member is the value. The second byte is the check of texts.
 */
const bitsAt: usize = 28;
const slotCapacityAt: usize = 32;
const usedBeforeAt: usize = 36;
const slotsBeforeAt: usize = 40;
/** The cell that the column is read from. */
const cellAt: usize = 44;
/**
 * Of `Kind.members`: where the keys are that lead from the list to its values: the number of those in objects of lists, of all, then place and
 * length of each.
 */
const stepsAt: usize = 48;
export const columnBytes: usize = 56;

export enum Kind {
  text,
  long,
  instant,
  local,
  flag,
  texts,
  /** A list of the texts that the objects of a list have at a key. */
  members,
}

/** What became of a cell. */
export enum Added {
  /** The column cannot keep it: its row is left to the row mapper. */
  no,
  yes,
  /** The column has no room for it. */
  noRoom,
}

/** Facts of a cell, as `cells.ts` has them. */
export enum Flag {
  quoted = 16,
  /** Doubled quotes within a quoted cell; escapes in JSON. */
  escaped = 32,
  number = 64,
  literal = 128,
  nested = 256,
}

export function kindOf(column: usize): u32 {
  return load<u32>(column + kindAt);
}

export function takesDigits(column: usize): bool {
  return (load<u32>(column + bitsAt) & 1) !== 0;
}

export function isUnused(column: usize): bool {
  return (load<u32>(column + bitsAt) & 2) !== 0;
}

export function keepsEmpty(column: usize): bool {
  return (load<u32>(column + bitsAt) & 4) !== 0;
}

export function isBare(column: usize): bool {
  return (load<u32>(column + bitsAt) & 8) !== 0;
}

export function takesWords(column: usize): bool {
  return (load<u32>(column + bitsAt) & 16) !== 0;
}

export function takesFirst(column: usize): bool {
  return (load<u32>(column + bitsAt) & 32) !== 0;
}

export function checkOf(column: usize): u32 {
  return (load<u32>(column + bitsAt) >> 8) & 0xff;
}

export function cellOf(column: usize): u32 {
  return load<u32>(column + cellAt);
}

export function stepsOf(column: usize): usize {
  return load<u32>(column + stepsAt) as usize;
}

/** Notes the state before a row. */
export function begin(column: usize): void {
  store<u32>(column + usedBeforeAt, load<u32>(column + usedAt));
  store<u32>(column + slotsBeforeAt, load<u32>(column + slotsAt));
}

/** Goes back to the state before the row. */
export function drop(column: usize): void {
  store<u32>(column + usedAt, load<u32>(column + usedBeforeAt));
  store<u32>(column + slotsAt, load<u32>(column + slotsBeforeAt));
}

export function hasRoom(column: usize, bytes: u32): bool {
  return load<u32>(column + usedAt) + bytes <= load<u32>(column + capacityAt);
}

export function addSlot(column: usize, definition: u32, repetition: u32): Added {
  const slots = load<u32>(column + slotsAt);
  if (slots >= load<u32>(column + slotCapacityAt)) return Added.noRoom;
  store<u8>((load<u32>(column + definitionsAt) as usize) + slots, definition as u8);
  const repetitions = load<u32>(column + repetitionsAt) as usize;
  if (repetitions !== 0) store<u8>(repetitions + slots, repetition as u8);
  store<u32>(column + slotsAt, slots + 1);
  return Added.yes;
}

/** Where the next value begins. */
export function top(column: usize): usize {
  return (load<u32>(column + valuesAt) as usize) + load<u32>(column + usedAt);
}

function setTop(column: usize, place: usize): void {
  store<u32>(column + usedAt, (place - load<u32>(column + valuesAt)) as u32);
}

export function addLong(column: usize, value: i64): Added {
  if (!hasRoom(column, 8)) return Added.noRoom;
  const place = top(column);
  store<i64>(place, value);
  setTop(column, place + 8);
  return addSlot(column, 1, 0);
}

export function addFlag(column: usize, value: bool): Added {
  if (!hasRoom(column, 1)) return Added.noRoom;
  const place = top(column);
  store<u8>(place, value ? 1 : 0);
  setTop(column, place + 1);
  return addSlot(column, 1, 0);
}

/** A text as it is. Call `addSlot` after it. */
export function putBytes(column: usize, start: usize, end: usize): Added {
  const length = (end - start) as u32;
  if (!hasRoom(column, length + 4)) return Added.noRoom;
  const place = top(column);
  store<u32>(place, length);
  memory.copy(place + 4, start, length);
  setTop(column, place + 4 + length);
  return Added.yes;
}

/** Ends a text that was written from 4 bytes behind the top. Call `addSlot` after it. */
export function endBytes(column: usize, end: usize): void {
  const place = top(column);
  store<u32>(place, (end - place - 4) as u32);
  setTop(column, end);
}

export function endText(column: usize, end: usize): Added {
  endBytes(column, end);
  return addSlot(column, 1, 0);
}
