import type { ReadDefinition } from '@sdq/catalog/define';
import type { Read, ReadContext, Source } from '../source.ts';
import { type EngineRead, Index } from './index-pages.ts';
import { KeptRows } from './kept-rows.ts';

/**
 * The local index as a source: it answers every read, deterministically, in pages of up to 50. Each page counts as one call.
 */
export function embeddedSource(engine: EngineRead): Source {
  const ahead = new KeptRows();
  return {
    id: 'embedded',
    find<Input, Item>(read: ReadDefinition<Input, Item>): Read<Input, Item> {
      return async (input, place, context: ReadContext) => {
        context.onCall();
        return await read.fromIndex(new Index(engine, ahead, context), input, place);
      };
    },
  };
}
