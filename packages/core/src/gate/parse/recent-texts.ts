import type { SelectStatement } from '../../syntax/ast.ts';
import type { AdvisoryOutcome } from './advisory-parser.ts';
import type { CheckedText } from './check-text.ts';

/** One SELECT as both readers read it. Shared by all queries with the same text: nobody changes it. */
export interface ReadText {
  readonly checked: CheckedText;
  readonly ast: SelectStatement;
  readonly reading: AdvisoryOutcome | 'off' | 'not parsed';
  /** Characters of its AST as JSON; as objects it takes a few times as much. */
  readonly astLength: number;
}

const textsMax = 512;
const astLengthMax = 64 * 2 ** 10;
const astLengthMaxInAll = 4 * 2 ** 20;

/**
 * What the last texts were read as: programs send the same ones over and over, with other parameters. Those unused for
 * longest go first; a text that was refused, or that a reader gave up, is read anew each time.
 */
export class RecentTexts {
  readonly #texts = new Map<string, ReadText>();
  #astLength = 0;

  get(text: string): ReadText | undefined {
    const read = this.#texts.get(text);
    if (read === undefined) return undefined;
    this.#texts.delete(text); // the last used stands last
    this.#texts.set(text, read);
    return read;
  }

  keep(text: string, read: ReadText): void {
    if (read.astLength > astLengthMax || read.reading === 'timed out' || this.#texts.has(text)) return;
    this.#texts.set(text, read);
    this.#astLength += read.astLength;
    for (const [oldest, { astLength }] of this.#texts) {
      if (this.#texts.size <= textsMax && this.#astLength <= astLengthMaxInAll) break;
      this.#texts.delete(oldest);
      this.#astLength -= astLength;
    }
  }
}
