/** Texts one after another, and where each ends, with a 0 in front. */
export interface PreparedTexts {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** One text per item. */
export function prepareTexts<Item>(items: readonly Item[], textOf: (item: Item) => string): PreparedTexts {
  const texts = items.map((item) => Buffer.from(textOf(item), 'utf8'));
  const ends = new Uint32Array(texts.length + 1);
  texts.forEach((text, index) => {
    ends[index + 1] = (ends[index] as number) + text.length;
  });
  return { bytes: Buffer.concat(texts), ends };
}
