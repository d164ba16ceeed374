import type { Remote } from '../remote/open-remote.ts';
import { remoteResult } from '../remote/remote-result.ts';
import type { ShellSource } from './shell-source.ts';

/** A service, asked over HTTP. */
export function remoteSource({ client, url }: Remote, platform: string): ShellSource {
  return {
    name: url,
    platform,
    query: (sql, { limit, signal, reads }) => remoteResult(client, sql, { limit, signal, platform }, reads),
    [Symbol.asyncDispose]: async () => {},
  };
}
