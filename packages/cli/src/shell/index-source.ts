import type { Engine } from '@sdq/core';
import type { ShellSource } from './shell-source.ts';

/** An index, asked by an engine of this process. */
export function indexSource(engine: Engine, index: string, platform: string): ShellSource {
  return {
    name: `the index ${index}`,
    platform,
    query: (sql, { limit, signal }) => engine.query(sql, { limit, signal, platform }),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}
