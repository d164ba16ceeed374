import type { PageBytes } from './page-bytes.ts';
import { unreadable } from './unreadable.ts';

/** The values that indexes of a column chunk stand for, one after the other. */
export class Dictionary {
  readonly page: PageBytes;
  readonly #count: number;
  /** Where each text begins that was looked for, behind its length. */
  readonly #texts: number[] = [];

  constructor(page: PageBytes, count: number) {
    this.page = page;
    this.#count = count;
  }

  /** Where an entry of a fixed length begins. */
  fixedAt(index: number, bytes: number): number {
    this.#check(index);
    this.page.need((index + 1) * bytes);
    return index * bytes;
  }

  /** Where a text begins. */
  textAt(index: number): number {
    this.#check(index);
    while (this.#texts.length <= index) {
      const last = this.#texts.at(-1);
      const at = last === undefined ? 0 : last + this.page.word(last - 4);
      this.page.need(at + 4 + this.page.word(at));
      this.#texts.push(at + 4);
    }
    return this.#texts[index] as number;
  }

  lengthAt(index: number): number {
    return this.page.word(this.textAt(index) - 4);
  }

  #check(index: number): void {
    if (index >= this.#count) throw unreadable('a dictionary has too few entries');
  }
}
