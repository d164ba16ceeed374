import type { Page, Place, ReadName, Reads } from '../reads.ts';
import type { Index } from './index-pages.ts';

/** Reads of the local index: `(input, place) → page`, given the index. */
export type EmbeddedReads = {
  [Name in ReadName]?: (
    index: Index,
    input: Reads[Name]['input'],
    place: Place | undefined,
  ) => Promise<Page<Reads[Name]['item']>>;
};
