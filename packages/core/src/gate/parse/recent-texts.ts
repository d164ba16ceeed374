import { LRUCache } from 'lru-cache';
import type { SelectStatement } from '../../syntax/ast.ts';
import type { AdvisoryOutcome } from './advisory-parser.ts';
import type { CheckedText } from './check-text.ts';
import { tenantKey } from './tenant-key.ts';

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
 * What the last texts were read as: programs send the same ones over and over, with other parameters. The least
 * recently used go first; a text that was refused, or that a reader gave up, is read anew each time. A text that one tenant
 * sent is read anew for another: the time of a query must not tell what others asked.
 */
export class RecentTexts {
  readonly #texts = new LRUCache<string, ReadText>({
    max: textsMax,
    maxSize: astLengthMaxInAll,
    sizeCalculation: ({ astLength }) => Math.max(1, astLength),
  });

  get(tenant: string | null | undefined, text: string): ReadText | undefined {
    return this.#texts.get(tenantKey(tenant, text));
  }

  keep(tenant: string | null | undefined, text: string, read: ReadText): void {
    if (read.astLength > astLengthMax || read.reading === 'timed out') return;
    this.#texts.set(tenantKey(tenant, text), read);
  }
}
