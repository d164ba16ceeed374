import { checksum, type Structure, videoColumns } from './structure.ts';

export const authorIds: Structure = {
  name: 'author_ids',
  description: 'Which usernames an author id has had.',
  columns: videoColumns(['author_id', 'author']),
  sql: 'SELECT DISTINCT author_id, author FROM by_author WHERE author_id IS NOT NULL',
  order: ['author_id', 'author'],
  checks: [
    {
      name: 'pairs and checksum',
      base: checksum(
        ['author_id', 'author'],
        '(SELECT author_id, author FROM scan WHERE author_id IS NOT NULL GROUP BY ALL)',
      ),
      structure: checksum(['author_id', 'author'], 'author_ids'),
    },
  ],
  slices: { sample: 'SELECT author_id FROM scan_sample', rowBytes: 60 },
};
