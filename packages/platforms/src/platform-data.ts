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
import type { AnswerSql } from './answer-sql.ts';
import type { DriverFigures } from './driver-figures.ts';
import { embeddedSource } from './embedded/embedded-source.ts';
import { Cursors } from './paging/cursor.ts';
import { Router } from './router.ts';
import { Session } from './session.ts';
import type { SigningSecrets } from './signing-secrets.ts';
import type { Source } from './source.ts';
import type { WriteThrough, WriteThroughFigures } from './write-through/write-through.ts';

export interface PlatformDataOptions {
  engine: Pick<Engine, 'query' | 'schema' | 'snapshotId' | 'textHash'>;
  /** The platforms; default: the built-in ones. */
  platforms?: readonly PlatformDefinition[];
  /** Sources before the index, in the order of their use; default: none. */
  sources?: readonly Source[];
  /** The write-through spool of the sources, for metrics only. */
  writeThrough?: Pick<WriteThrough, 'figures'>;
  /** The store of transcripts and video files; default: none. */
  media?: MediaStore;
  /** The secret that signs cursors and links; default: random, so that they are valid only in this process. */
  secret?: Buffer | SigningSecrets;
  /** The base URL of links to video files, without a trailing slash. */
  baseUrl?: () => string;
  /** Time limit of a request in milliseconds; default 25,000. */
  requestMsMax?: number;
}

/** The caller of a request. */
export interface Caller {
  keyId: string;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/** The response data of an endpoint, and the delivered counts. */
export interface Answered extends EndpointAnswer<object> {
  /** The snapshot of the index; null when the index was not read. */
  snapshotId: string | null;
  /** The query over that snapshot whose rows are the records; null where there is none, or an upstream answered. */
  sql: AnswerSql | null;
}

export interface PlatformDataFigures {
  drivers: DriverFigures[];
  writeThrough: WriteThroughFigures | null;
}

/** The data endpoints, without HTTP and charging. */
export interface PlatformData {
  readonly sources: readonly Source[];
  /** The maximum that a request can deliver; `endpoint` is its path after `/api/`, `query` is validated. */
  worst(endpoint: string, query: unknown): ReturnType<Endpoint['worst']>;
  /** Errors: `not_found`, `invalid_cursor`, `upstream_error`, `upstream_timeout`, `service_unavailable`, the engine's. */
  answer(endpoint: string, query: unknown, caller: Caller): Promise<Answered>;
  /** Metrics of the drivers, and of the write-through spool; null without one. */
  figures(): PlatformDataFigures;
  /** Closes the connections of its sources. */
  close(): Promise<void>;
  /** The video file of a signed link; undefined for an invalid link. */
  openLink(link: {
    platform: string;
    recordId: string;
    expires: number;
    signature: string;
  }): Promise<StoredVideo | undefined>;
}

const requestMsDefault = 25_000;

/** Opens the data endpoints. */
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
      // read last: add-ons and lookups can make calls after the page is complete
      return {
        data: { ...data, api_calls: session.apiCalls },
        delivered,
        snapshotId: session.snapshotId,
        sql: session.sqlOf(delivered.records),
      };
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

/** Finds an endpoint by its path; an unknown path is a programming error. */
function finderOf(platforms: readonly PlatformDefinition[]): (path: string) => Endpoint {
  const endpoints = endpointsByPath(platforms);
  return (path) => {
    const endpoint = endpoints.get(path);
    if (endpoint === undefined) throw new Error(`There is no endpoint "${path}"`);
    return endpoint;
  };
}
