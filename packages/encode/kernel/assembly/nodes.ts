/** A column, or a part of a nested one: what the caller lays out in memory. Fields are unsigned 32-bit numbers. */

export const nodeBytes: usize = 48;

export function kindOf(node: usize): u32 {
  return load<u32>(node);
}
/** One bit per row; 0 when no row is NULL. */
export function validityOf(node: usize): usize {
  return load<u32>(node, 4);
}
export function dataOf(node: usize): usize {
  return load<u32>(node, 8);
}
/** Strings: where each run stands. Prepared text: where it begins. */
export function heapsOf(node: usize): usize {
  return load<u32>(node, 12);
}
/** What precedes a value in a row or struct, such as `,"a":`. */
export function openingOf(node: usize): usize {
  return load<u32>(node, 16);
}
export function openingBytesOf(node: usize): usize {
  return load<u32>(node, 20);
}
export function childOf(node: usize, index: u32): usize {
  return (load<u32>(node, 24) as usize) + (index as usize) * nodeBytes;
}
export function childCountOf(node: usize): u32 {
  return load<u32>(node, 28);
}
/** DECIMAL: its scale. Times: digits of a fraction. ARRAY: its size. STRUCT: the byte that ends it. */
export function parameterOf(node: usize): u32 {
  return load<u32>(node, 32);
}
/** Bytes of a stored value where the kind does not tell. */
export function widthOf(node: usize): u32 {
  return load<u32>(node, 36);
}
/** 0 a JSON value, 1 a field of CSV before quoting, 2 text that stands for the value elsewhere. */
export function formOf(node: usize): u32 {
  return load<u32>(node, 40);
}
/** Whether a field of CSV may need quotes. */
export function mayNeedQuotes(node: usize): bool {
  return load<u32>(node, 44) !== 0;
}
