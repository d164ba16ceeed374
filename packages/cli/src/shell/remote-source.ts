import type { GetShortvideoSqlSchemaData } from '@sdq/client';
import type { Remote } from '../remote/open-remote.ts';
import { remoteResult } from '../remote/remote-result.ts';
import { vocabularyOf } from './completions.ts';
import type { ShellSource } from './shell-source.ts';

/** A service, asked over HTTP. */
export function remoteSource({ client, url }: Remote, platform: string): ShellSource {
  return {
    name: url,
    platform,
    query: (sql, { limit, signal, reads }) => remoteResult(client, sql, { limit, signal, platform }, reads),
    // The client has operations of built-in platforms only.
    vocabulary: async (signal) => {
      const answer = await fetch(`${url}/api/${encodeURIComponent(platform)}/sql/schema`, { signal });
      const { data } = (await answer.json()) as { data: GetShortvideoSqlSchemaData };
      return vocabularyOf(data.tables, data);
    },
    [Symbol.asyncDispose]: async () => {},
  };
}
