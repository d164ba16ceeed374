/** Concatenated texts, and their offsets: a 0, then the end of each text. */
export interface PreparedTexts {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** Creates one text per item. */
export function prepareTexts<Item>(items: readonly Item[], textOf: (item: Item) => string): PreparedTexts {
  const texts = items.map((item) => Buffer.from(textOf(item), 'utf8'));
  const ends = new Uint32Array(texts.length + 1);
  texts.forEach((text, index) => {
    ends[index + 1] = (ends[index] as number) + text.length;
  });
  return { bytes: Buffer.concat(texts), ends };
}
