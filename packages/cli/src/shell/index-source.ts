import type { Engine } from '@sdq/core';
import { vocabularyOf } from './completions.ts';
import type { ShellSource } from './shell-source.ts';

/** An index, asked by an engine of this process. */
export function indexSource(engine: Engine, index: string, platform: string): ShellSource {
  return {
    name: `the index ${index}`,
    platform,
    query: (sql, { limit, signal }) => engine.query(sql, { limit, signal, platform }),
    vocabulary: async () => {
      const [{ tables }, language] = await Promise.all([engine.schema(platform), engine.language()]);
      return vocabularyOf(tables, language);
    },
    [Symbol.asyncDispose]: () => engine.close(),
  };
}
