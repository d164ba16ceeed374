import { integerWithDefault } from '@sdq/contract';
import { z } from 'zod';
import {
  afterPlace,
  cursor,
  type Driver,
  defineEndpoint,
  definePlatform,
  defineRead,
  notFound,
  op,
  type PlatformDefinition,
  page,
  queryOf,
  type Row,
  readErrors,
  tells,
  text,
} from '../../src/define/index.ts';
import type { CatalogTable } from '../../src/index.ts';

/** A platform that the product does not have: all that there is of it, as a folder of `packages/catalog/src` would hold it. */

const episodes: CatalogTable = {
  platform: 'podcasts',
  name: 'episodes',
  description: 'One row per episode.',
  key: ['episode_id'],
  partitionBy: 'published_at',
  sortBy: ['episode_id'],
  zoneColumns: ['series', 'published_at'],
  observedBy: 'indexed_at',
  columns: [
    { name: 'episode_id', type: 'VARCHAR', nullable: false, description: 'Its id.' },
    {
      name: 'series',
      role: 'owner',
      type: 'VARCHAR',
      nullable: true,
      description: 'The series that it is of.',
    },
    {
      name: 'published_at',
      role: 'time',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When it came out, UTC.',
    },
    {
      name: 'title',
      role: 'text',
      type: 'VARCHAR',
      nullable: false,
      description: 'Its title.',
      whenUnknown: "''",
    },
    {
      name: 'listens',
      role: 'measure',
      type: 'BIGINT',
      nullable: true,
      description: 'How often it was heard.',
    },
    {
      name: 'indexed_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When the newest observation of this row was made, UTC.',
    },
  ],
  examples: ['SELECT series, sum(listens) AS listens FROM episodes GROUP BY series ORDER BY 2 DESC'],
};

const episode = z.object({ id: z.string(), title: z.string(), published_at: z.string(), listens: z.int() });
type Episode = z.infer<typeof episode>;

const toEpisode = (row: Row): Episode => ({
  id: String(row.episode_id),
  title: String(row.title),
  published_at: String(row.published_at),
  listens: Number(row.listens ?? 0),
});

const byTime = { column: 'published_at', type: 'TIMESTAMPTZ', id: 'episode_id' };

const episodesRead = defineRead<{ series: string }, Episode>({
  name: 'podcasts.episodes',
  identityOf: ({ id }) => id,
  async fromIndex(index, { series }, place) {
    const after = afterPlace(place, byTime);
    return await index.page({
      platform: 'podcasts',
      sql: `SELECT * FROM episodes WHERE series = $series AND ${after.condition} ORDER BY published_at DESC, episode_id`,
      parameters: { series, ...after.parameters },
      toItem: toEpisode,
      placeOf: (row) => [String(row.published_at), String(row.episode_id)],
    });
  },
});

const endpoint = defineEndpoint({
  summary: 'Episodes of a series, newest first',
  description: 'A series is named as its feed names it.',
  query: queryOf({
    series: text('The series.'),
    count: integerWithDefault({ description: 'Episodes at most.', ge: 1, le: 50, default: 10 }),
    cursor,
  }),
  data: z.object({ series: z.string(), episodes: z.array(episode), ...page }),
  errors: readErrors,
  price: 'episode',
  example: { find: 'SELECT series FROM episodes GROUP BY 1 ORDER BY count(*) DESC, 1', query: { count: 2 } },
  worst: ({ count }) => ({ records: count }),
  async answer({ series, count, cursor }, session) {
    const list = await session.list(episodesRead, { series }, count, cursor);
    if (list.items.length === 0) throw notFound('This series');
    const data = { series, episodes: list.items, ...session.pageFields(list) };
    return { data, delivered: { records: list.items.length } };
  },
});

const wireEpisode = z.looseObject({ guid: z.string(), title: z.string(), at: z.string(), heard: z.int() });

/** An upstream with one call: `GET /series/<name>`. */
const castApi: Driver = {
  id: 'cast-api',
  name: 'Cast API',
  baseUrl: 'https://cast.example.org',
  credentials: ['CAST_API_KEY'],
  auth: { kind: 'header', name: 'x-api-key', valueOf: ({ CAST_API_KEY: key = '' }) => key },
  limits: { callsAtOnce: 2, callsWaiting: 4 },
  classify: () => undefined,
  ops: Object.fromEntries([
    op(episodesRead, {
      request: ({ series }) => ({ method: 'GET', path: `/series/${encodeURIComponent(series)}` }),
      wire: z.looseObject({ episodes: z.array(z.unknown()) }),
      items: (wire) => wire.episodes,
      item: wireEpisode.transform(
        (raw): Episode => ({ id: raw.guid, title: raw.title, published_at: raw.at, listens: raw.heard }),
      ),
      tells: tells(wireEpisode, (raw, { series }: { series: string }) => [
        {
          table: 'podcasts.episodes',
          values: {
            episode_id: raw.guid,
            series,
            published_at: raw.at,
            title: raw.title,
            listens: raw.heard,
          },
        },
      ]),
    }),
  ]),
};

/** `examples` is the folder of the answers of its examples. */
export function podcasts(examples: URL): PlatformDefinition {
  return definePlatform({
    platform: 'podcasts',
    name: 'Podcasts',
    description: 'Podcasts: SQL and episodes.',
    status: 'SQL ready',
    sql: 'available',
    tables: [episodes],
    browses: 'episodes',
    recordTables: ['episodes'],
    removals: { table: 'episodes' },
    endpoints: { episodes: endpoint },
    prices: {
      '2026-11': {
        sql: { per: 'row', record: 2, addons: {} },
        episode: { per: 'episode', record: 3, addons: {} },
      },
    },
    ingest: {
      usualNames: [
        {
          table: 'episodes',
          rank: 200,
          needs: ['episode_id', 'series'],
          needsOne: ['listens', 'title'],
          columns: {
            episode_id: ['episodeid', 'guid'],
            series: ['series', 'podcast', 'feedtitle'],
            published_at: ['publishedat', 'pubdate'],
            title: ['title', 'episodetitle'],
            listens: ['listens', 'plays', 'downloads'],
          },
        },
      ],
    },
    upstreams: [castApi],
    sqlExample: { query: 'SELECT series, title FROM episodes ORDER BY episode_id LIMIT 2' },
    examples,
  });
}
