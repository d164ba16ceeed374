import { randomBytes } from 'node:crypto';
import { builtInPlatforms } from '@sdq/catalog';
import {
  type Endpoint,
  type EndpointAnswer,
  endpointsByPath,
  type PlatformDefinition,
} from '@sdq/catalog/define';
import type { Engine } from '@sdq/core';
import { Addons } from './addons/addons.ts';
import { MediaLinks } from './addons/media-links.ts';
import { emptyMediaStore, type MediaStore, type StoredVideo } from './addons/media-store.ts';
import type { DriverFigures } from './driver-figures.ts';
import { embeddedSource } from './embedded/embedded-source.ts';
import { Cursors } from './paging/cursor.ts';
import { Router } from './router.ts';
import { Session } from './session.ts';
import type { Source } from './source.ts';
import type { WriteThrough, WriteThroughFigures } from './write-through/write-through.ts';

export interface PlatformDataOptions {
  engine: Pick<Engine, 'query' | 'schema' | 'snapshotId'>;
  /** Whose endpoints there are; default: the built-in ones. */
  platforms?: readonly PlatformDefinition[];
  /** Sources before the index, in the order in which they are asked; default none. */
  sources?: readonly Source[];
  /** Where its sources keep what they fetched; told among the figures only. */
  writeThrough?: Pick<WriteThrough, 'figures'>;
  /** Transcripts and video files; default none. */
  media?: MediaStore;
  /** Signs cursors and links, which work as long as it stays; default: made up, so that they end with the process. */
  secret?: Buffer;
  /** The service's address in links to video files, without a slash at the end. */
  baseUrl?: () => string;
  /** Milliseconds a request may take; default 25,000. */
  requestMsMax?: number;
}

/** On whose behalf data is read. */
export interface Caller {
  keyId: string;
  /** Aborted when nobody waits any more. */
  signal: AbortSignal;
}

/** An endpoint's answer, and what it delivered. */
export interface Answered extends EndpointAnswer<object> {
  /** Of the index; null when none of it was read. */
  snapshotId: string | null;
}

export interface PlatformDataFigures {
  drivers: DriverFigures[];
  writeThrough: WriteThroughFigures | null;
}

/** The data endpoints, without HTTP and money. */
export interface PlatformData {
  readonly sources: readonly Source[];
  /** The most that a request can deliver; `endpoint` is its path after `/api/`, `query` what its schema gave. */
  worst(endpoint: string, query: unknown): ReturnType<Endpoint['worst']>;
  /** Errors: `not_found`, `invalid_cursor`, `upstream_error`, `upstream_timeout`, `service_unavailable`, the engine's. */
  answer(endpoint: string, query: unknown, caller: Caller): Promise<Answered>;
  /** What its drivers did so far, and what waits to be merged into the index; null when nothing is. */
  figures(): PlatformDataFigures;
  /** Closes the connections of its sources. */
  close(): Promise<void>;
  /** The video file that a signed link of ours leads to; undefined for any other link. */
  openLink(link: {
    platform: string;
    recordId: string;
    expires: number;
    signature: string;
  }): Promise<StoredVideo | undefined>;
}

const requestMsDefault = 25_000;

/** Puts the data endpoints together. */
export function openPlatformData(options: PlatformDataOptions): PlatformData {
  const { engine, sources = [], media = emptyMediaStore, secret = randomBytes(32) } = options;
  const endpointOf = finderOf(options.platforms ?? builtInPlatforms);
  const router = new Router([...sources, embeddedSource(engine)]);
  const cursors = new Cursors(secret);
  const links = new MediaLinks(secret);
  const addons = new Addons(media, links, options.baseUrl ?? (() => ''));
  const requestMs = options.requestMsMax ?? requestMsDefault;
  return {
    sources,
    worst: (endpoint, query) => endpointOf(endpoint).worst(query),
    async answer(endpoint, query, { keyId, signal }) {
      const {
        cursor: _cursor,
        count: _count,
        addons: _addons,
        ...parameters
      } = query as Record<string, unknown>;
      const session = new Session(
        router,
        cursors,
        { endpoint, keyId, parameters },
        {
          owner: keyId,
          signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
          deadline: performance.now() + requestMs,
        },
      );
      const { data, delivered } = await endpointOf(endpoint).answer(query, session, addons);
      // read last: add-ons and look-ups may have called after the page was put together
      return { data: { ...data, api_calls: session.apiCalls }, delivered, snapshotId: session.snapshotId };
    },
    figures: () => ({
      drivers: sources.flatMap((source) => source.figures?.() ?? []),
      writeThrough: options.writeThrough?.figures ?? null,
    }),
    async close() {
      await Promise.all(sources.map((source) => source.close?.()));
    },
    async openLink(link) {
      if (!links.isValid(link)) return undefined;
      return (await media.findVideo(link.platform, link.recordId)) ?? undefined;
    },
  };
}

/** Finds endpoints by their paths; throws for a path that is none, which is a fault of the program. */
function finderOf(platforms: readonly PlatformDefinition[]): (path: string) => Endpoint {
  const endpoints = endpointsByPath(platforms);
  return (path) => {
    const endpoint = endpoints.get(path);
    if (endpoint === undefined) throw new Error(`there is no endpoint ${path}`);
    return endpoint;
  };
}
