import { LRUCache } from 'lru-cache';
import type { SelectStatement } from '../../syntax/ast.ts';
import { tenantKey } from './tenant-key.ts';

/** A tree that DuckDB has written as a text and read again. */
export interface RewrittenText {
  readonly text: string;
  readonly ast: SelectStatement;
}

const textsMax = 256;
const treeLengthMax = 64 * 2 ** 10;
const treeLengthMaxInAll = 2 * 2 ** 20;

/**
 * What the last changed trees were written as, and read again: dashboards send the same statements over and over. As with
 * recent texts, what one tenant sent is written anew for another.
 */
export class RewrittenTexts {
  readonly #texts = new LRUCache<string, RewrittenText>({
    max: textsMax,
    maxSize: treeLengthMaxInAll,
    sizeCalculation: (_, key) => key.length,
  });

  get(tenant: string | null | undefined, tree: string): RewrittenText | undefined {
    return this.#texts.get(tenantKey(tenant, tree));
  }

  keep(tenant: string | null | undefined, tree: string, rewritten: RewrittenText): void {
    if (tree.length <= treeLengthMax) this.#texts.set(tenantKey(tenant, tree), rewritten);
  }
}
