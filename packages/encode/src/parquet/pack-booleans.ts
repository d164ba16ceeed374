/** Booleans of a byte each as bits, the lowest first. */
export function packBooleans(values: Uint8Array): Uint8Array {
  const packed = new Uint8Array(Math.ceil(values.length / 8));
  for (let index = 0; index < values.length; index++) {
    if (values[index] !== 0) packed[index >> 3] = (packed[index >> 3] as number) | (1 << (index & 7));
  }
  return packed;
}
