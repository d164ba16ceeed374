/** DuckDB's 16-byte string entries: length, then up to 12 bytes, or 4 bytes and an address. */
import { copyOver } from './room';

export const inlineBytesMax: u32 = 12;

/** Runs end before they grow beyond this. */
const runBytesMax: u32 = 1 << 26;

export function isSet(bits: usize, row: u32): bool {
  return bits === 0 || ((load<u8>(bits + (row >> 3)) >> (row & 7)) & 1) !== 0;
}

/** What `scanStrings` found besides runs. */
let stringBytes: u64 = 0;
let flags: u32 = 0;
const cutsCharacter: u32 = 1;
const hasBrokenInline: u32 = 2;
const hasInline: u32 = 4;

/** Bytes of all strings. */
export function scannedBytes(): f64 {
  return stringBytes as f64;
}

/** 1: a string in a run begins within a character; 2: a short string is not UTF-8; 4: there are short strings. */
export function scannedFlags(): u32 {
  return flags;
}

/**
 * Finds the runs of memory in which long strings lie one after another. Addresses in `entries` become the run's number
 * and the place in it; lengths of NULL rows become 0. Of each run, the place of its first address within `entries` and
 * its length in bytes are written to `runs`. Gives the number of runs.
 */
export function scanStrings(entries: usize, validity: usize, rows: u32, text: bool, runs: usize): u32 {
  let count: u32 = 0;
  let next: u64 = 0;
  let runBytes: u32 = 0;
  let run = runs - 8;
  let total: u64 = 0;
  let found: u32 = 0;
  for (let row: u32 = 0; row < rows; row++) {
    const entry = entries + ((row as usize) << 4);
    if (!isSet(validity, row)) {
      store<u32>(entry, 0);
      continue;
    }
    const length = load<u32>(entry);
    total += length as u64;
    if (length <= inlineBytesMax) {
      if (length === 0) continue;
      found |= hasInline;
      const bits = load<u32>(entry, 4) | load<u32>(entry, 8) | load<u32>(entry, 12);
      if (text && (bits & 0x80808080) !== 0 && !isUtf8(entry + 4, length)) found |= hasBrokenInline;
      continue;
    }
    if ((load<u8>(entry, 4) & 0xc0) === 0x80) found |= cutsCharacter;
    const address = load<u64>(entry, 8);
    if (count === 0 || address !== next || runBytes + length > runBytesMax) {
      run += 8;
      store<u32>(run, ((row as u32) << 4) + 8);
      count++;
      runBytes = 0;
    }
    store<u32>(entry, count - 1, 8);
    store<u32>(entry, runBytes, 12);
    runBytes += length;
    store<u32>(run, runBytes, 4);
    next = address + (length as u64);
  }
  stringBytes = total;
  flags = found;
  return count;
}

/** RFC 3629, section 4: the second byte's range shuts out overlong forms, surrogates and what is past U+10FFFF. */
function isUtf8(start: usize, length: u32): bool {
  const end = start + length;
  let at = start;
  while (at < end) {
    const lead = load<u8>(at++) as u32;
    if (lead < 0x80) continue;
    let more: u32 = 1;
    let low: u32 = 0x80;
    let high: u32 = 0xbf;
    if (lead >= 0xe0 && lead <= 0xef) {
      more = 2;
      if (lead === 0xe0) low = 0xa0;
      else if (lead === 0xed) high = 0x9f;
    } else if (lead >= 0xf0 && lead <= 0xf4) {
      more = 3;
      if (lead === 0xf0) low = 0x90;
      else if (lead === 0xf4) high = 0x8f;
    } else if (lead < 0xc2 || lead > 0xdf) return false;
    if (at + more > end) return false;
    for (; more > 0; more--) {
      const byte = load<u8>(at++) as u32;
      if (byte < low || byte > high) return false;
      low = 0x80;
      high = 0xbf;
    }
  }
  return true;
}

/** Where a string's bytes are; `heaps` lists where each run stands. */
export function stringPlace(entry: usize, heaps: usize): usize {
  if (load<u32>(entry) <= inlineBytesMax) return entry + 4;
  return (load<u32>(heaps + ((load<u32>(entry, 8) as usize) << 2)) as usize) + load<u32>(entry, 12);
}

/**
 * Arrow's layout: the strings one after another at `bytes`, and after each its end, counted from `base`, at `ends`.
 * Up to 15 bytes after the last may be overwritten. Gives the number of bytes.
 */
export function gatherStrings(
  entries: usize,
  heaps: usize,
  start: u32,
  count: u32,
  base: u32,
  ends: usize,
  bytes: usize,
): u32 {
  let at = bytes;
  const bias = (base as usize) - bytes;
  const last = entries + (((start + count) as usize) << 4);
  let end = ends;
  for (let entry = entries + ((start as usize) << 4); entry < last; entry += 16) {
    const length = load<u32>(entry);
    if (length <= inlineBytesMax) {
      store<u64>(at, load<u64>(entry, 4));
      store<u32>(at, load<u32>(entry, 12), 8);
    } else {
      const source =
        (load<u32>(heaps + ((load<u32>(entry, 8) as usize) << 2)) as usize) + load<u32>(entry, 12);
      if (length > 256) memory.copy(at, source, length);
      else {
        for (let index: u32 = 0; index < length; index += 16)
          v128.store(at + index, v128.load(source + index));
      }
    }
    at += length;
    store<u32>(end, (at + bias) as u32);
    end += 4;
  }
  return (at - bytes) as u32;
}

/** Parquet's plain layout of the rows listed at `rows`: each string after its length. Gives the number of bytes. */
export function gatherWithLengths(entries: usize, heaps: usize, rows: usize, count: u32, bytes: usize): u32 {
  let at = bytes;
  for (let index: u32 = 0; index < count; index++) {
    const entry = entries + ((load<u32>(rows + ((index as usize) << 2)) as usize) << 4);
    const length = load<u32>(entry);
    store<u32>(at, length);
    copyOver(at + 4, stringPlace(entry, heaps), length);
    at += 4 + length;
  }
  return (at - bytes) as u32;
}
