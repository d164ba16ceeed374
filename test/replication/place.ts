import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSnapshot } from '@sdq/index';
import { addFiles } from '@sdq/ingest';
import { type ObjectStore, openStore } from '@sdq/replication';
import { contentsOf } from '../living/history.ts';
import { ObjectStoreServer, type StoreOptions } from './object-store/server.ts';

/** A directory for indexes, mirrors and stores of one test. */
export async function makePlace(): Promise<AsyncDisposable & { path(name: string): string }> {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-replication-'));
  return {
    path: (name) => join(directory, name),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}

export interface ServedStore extends AsyncDisposable {
  readonly server: ObjectStoreServer;
  readonly store: ObjectStore;
}

/** A store that is served over the protocol of S3, and its client. */
export async function serveStore(options: StoreOptions = {}): Promise<ServedStore> {
  const server = await ObjectStoreServer.start({
    credentials: { accessKeyId: 'INVENTED', secretAccessKey: 'invented/secret+key' },
    ...options,
  });
  const restore = setEnvironment(server.environment);
  const store = await openStore('s3://bucket/an index');
  return {
    server,
    store,
    async [Symbol.asyncDispose]() {
      store.close();
      restore();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Sets variables of this process, and of those that it starts; returns a function that sets them as they were. */
function setEnvironment(variables: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
}

/** Adds invented videos to an index: `count` from number `from` on, with these plays. */
export async function addVideos(index: string, from: number, count: number, plays: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      video_id: String(7_000_000_000_000_000_000n + BigInt(from + at)),
      author: `user${(from + at) % 7}`,
      description: `caption ${from + at} #tag${(from + at) % 3}`,
      create_time: `2025-${String(1 + ((from + at) % 12)).padStart(2, '0')}-05T10:00:00Z`,
      play_count: plays + at,
      indexed_at: new Date(Date.UTC(2026, 0, 1) + plays * 1_000).toISOString(),
    }),
  );
  const file = `${index}-${from}-${plays}.ndjson`;
  await writeFile(file, `${lines.join('\n')}\n`);
  await addFiles({ index, files: [file], deltaShareMax: Number.POSITIVE_INFINITY });
  await rm(file);
}

/** All rows of an index, as plain DuckDB reads them. */
export async function contentOf(index: string): Promise<Record<string, unknown[]>> {
  const [content] = await contentsOf([await openSnapshot(index)]);
  return content ?? {};
}
