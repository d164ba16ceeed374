/** Whether up to a few dozen bytes are UTF-8; for these a loop here is faster than a call into native code. */
export function shortIsUtf8(bytes: Uint8Array, start: number, length: number): boolean {
  const end = start + length;
  let at = start;
  while (at < end) {
    const lead = bytes[at++] as number;
    if (lead < 0x80) continue;
    // RFC 3629, section 4: the second byte's range shuts out overlong forms, surrogates and what is past U+10FFFF.
    let more = 1;
    let low = 0x80;
    let high = 0xbf;
    if (lead >= 0xc2 && lead <= 0xdf) more = 1;
    else if (lead >= 0xe0 && lead <= 0xef) {
      more = 2;
      if (lead === 0xe0) low = 0xa0;
      else if (lead === 0xed) high = 0x9f;
    } else if (lead >= 0xf0 && lead <= 0xf4) {
      more = 3;
      if (lead === 0xf0) low = 0x90;
      else if (lead === 0xf4) high = 0x8f;
    } else return false;
    if (at + more > end) return false;
    for (; more > 0; more--) {
      const byte = bytes[at++] as number;
      if (byte < low || byte > high) return false;
      low = 0x80;
      high = 0xbf;
    }
  }
  return true;
}

/** The same text with U+FFFD for each part that cannot be read, as the WHATWG decoder does it. */
export function repairUtf8(bytes: Uint8Array): Uint8Array {
  return Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), 'utf8');
}
