import { category, defineTable, flag, key, measure, owner, tags, text, time } from '@sdq/catalog';

/** A table of something else than videos, with a column of each common role. */
export const podcasts = defineTable({
  name: 'episodes',
  description: 'One row per podcast episode.',
  columns: {
    episode_id: key('VARCHAR'),
    show_id: owner('VARCHAR', { name: 'show' }),
    show: 'VARCHAR',
    published: time('TIMESTAMPTZ', { main: true }),
    topics: tags(),
    summary: text(),
    downloads: measure('BIGINT'),
    country: category('VARCHAR'),
    explicit: flag(),
  },
});
