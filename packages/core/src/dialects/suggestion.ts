import type { TextEdit } from '../syntax/text-edits.ts';
import type { TokenText } from '../syntax/token-text.ts';

/** What to write in the place of a habit of another dialect. */
export interface Suggestion {
  /** Where the habit is: an error in `[start, end]` is about it. */
  readonly start: number;
  readonly end: number;
  /** All edits of the text that it takes. */
  readonly edits: readonly TextEdit[];
  /** One sentence, which contains the text to write. */
  readonly hint: string;
  /** Whether it is for a call. */
  readonly isCall?: boolean;
}

/** Finds habits of one kind in a text. */
export type SyntaxRule = (tokens: TokenText) => Suggestion[];
