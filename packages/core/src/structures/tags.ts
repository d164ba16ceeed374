import { ordinalColumn, type Structure, sameRows, videoColumns } from './structure.ts';

const columns = [
  { name: 'hashtag', type: 'VARCHAR' },
  ...videoColumns(['create_time']),
  ordinalColumn,
  ...videoColumns(['author_id', 'author', 'play_count', 'like_count']),
];

const unnested = `SELECT unnest(list_distinct(hashtags)) AS hashtag, create_time, rowid::INTEGER AS ordinal,
    author_id, author, play_count, like_count FROM scan`;

export const tags: Structure = {
  name: 'tags',
  description:
    'The rows that carry one hashtag together, newest first; a repeated hashtag of a row counts once.',
  columns,
  sql: unnested,
  order: ['hashtag', 'create_time DESC'],
  checks: [sameRows('tags', columns, `(${unnested})`)],
  slices: { sample: 'SELECT unnest(list_distinct(hashtags)) AS hashtag FROM scan_sample', rowBytes: 300 },
};
