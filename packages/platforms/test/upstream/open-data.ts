import type { Engine } from '@sdq/core';
import { configuredSources, openPlatformData, type PlatformData } from '../../src/index.ts';
import type { UpstreamOptions } from '../../src/upstream/upstream-source.ts';

const limits = { connectMs: 500, headersMs: 300, wholeMs: 600, bodyBytes: 300_000 };

/** An index that knows nothing: whatever is answered came from a driver. */
const emptyEngine = {
  snapshotId: 'none',
  query: async () => ({ snapshotId: 'none', toArray: async () => [] }),
  schema: async () => ({ platform: 'shortvideo', snapshot_id: 'none', tables: [] }),
} as unknown as Pick<Engine, 'query' | 'schema' | 'snapshotId' | 'textHash'>;

const credentials = {
  TIKTOK_CLIENT_KEY: 'k',
  TIKTOK_CLIENT_SECRET: 'secret',
  META_ACCESS_TOKEN: 'secret',
  META_IG_USER_ID: '17841405309211844',
  X_BEARER_TOKEN: 'secret',
  PDL_API_KEY: 'secret',
  SCRAPE_CREATORS_API_KEY: 'secret',
};

const driverOf = {
  tiktok: ['TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET', 'TIKTOK_RESEARCH_BASE_URL', ''],
  meta: ['META_ACCESS_TOKEN', 'META_IG_USER_ID', 'META_GRAPH_BASE_URL', '/v25.0'],
  x: ['X_BEARER_TOKEN', 'X_BEARER_TOKEN', 'X_API_BASE_URL', ''],
  reseller: ['SCRAPE_CREATORS_API_KEY', 'SCRAPE_CREATORS_API_KEY', 'SCRAPE_CREATORS_BASE_URL', ''],
  pdl: ['PDL_API_KEY', 'PDL_API_KEY', 'PEOPLE_DATA_LABS_BASE_URL', '/v5'],
} as const;

export interface OpenedData extends AsyncDisposable {
  data: PlatformData;
  ask(
    endpoint: string,
    query: object,
  ): Promise<Awaited<ReturnType<PlatformData['answer']>> & { data: never }>;
}

/** Data endpoints over servers that stand in for the upstreams; `random` is 0, so that retries do not wait. */
export function openData(
  servers: Partial<Record<keyof typeof driverOf, string>>,
  options: { requestMsMax?: number } & Omit<UpstreamOptions, 'credentials' | 'baseUrl'> = {},
): OpenedData {
  const environment: Record<string, string> = {};
  for (const [name, url] of Object.entries(servers) as [keyof typeof driverOf, string][]) {
    const [first, second, address, path] = driverOf[name];
    environment[first] = credentials[first];
    environment[second] = credentials[second];
    environment[address] = `${url}${path}`;
  }
  const { requestMsMax, ...upstream } = options;
  const sources = configuredSources(environment, { limits, random: () => 0, ...upstream });
  const data = openPlatformData({ engine: emptyEngine, sources, ...(requestMsMax && { requestMsMax }) });
  return {
    data,
    ask: async (endpoint, query) =>
      (await data.answer(endpoint, query, {
        keyId: 'key_1',
        signal: new AbortController().signal,
      })) as never,
    async [Symbol.asyncDispose]() {
      await data.close();
    },
  };
}
