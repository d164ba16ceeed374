/** The same text with U+FFFD for each invalid part, as the WHATWG decoder replaces it. */
export function repairUtf8(bytes: Uint8Array): Uint8Array {
  return Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), 'utf8');
}
