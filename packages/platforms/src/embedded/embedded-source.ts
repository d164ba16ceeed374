import type { Engine } from '@sdq/core';
import type { Read, ReadContext, ReadName, Source } from '../reads.ts';
import type { EmbeddedReads } from './embedded-reads.ts';
import { Index } from './index-pages.ts';
import { microReads } from './micro.ts';
import { networkReads } from './network.ts';
import { photoReads } from './photo.ts';
import { shortvideoReads } from './shortvideo.ts';

const reads: EmbeddedReads = { ...shortvideoReads, ...networkReads, ...photoReads, ...microReads };

/**
 * The local index as a source: every read, deterministic, pages of 50. What it does not know it does not make up.
 * Each page counts as one call.
 */
export function embeddedSource(engine: Pick<Engine, 'query' | 'schema' | 'snapshotId'>): Source {
  return {
    id: 'embedded',
    find<Name extends ReadName>(name: Name): Read<Name> | undefined {
      const read = reads[name];
      if (read === undefined) return undefined;
      return async (input, place, context: ReadContext) => {
        context.onCall();
        return await read(new Index(engine, context), input, place);
      };
    },
  };
}
