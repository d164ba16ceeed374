import { storedColumns, videos } from '@sdq/catalog';
import { checksum, type Structure, videoColumns } from './structure.ts';

/** Wide texts and what few queries filter by; full rows come from row files. */
const left = new Set([
  'description',
  'author_sec_uid',
  'author_nickname',
  'music_title',
  'music_author',
  'mentions',
  'cover_url',
  'indexed_at',
]);

const columns = videoColumns(
  storedColumns(videos)
    .map((column) => column.name)
    .filter((name) => !left.has(name)),
);
const names = columns.map((column) => column.name);

export const scan: Structure = {
  name: 'scan',
  description: 'Every row with its narrow columns, in order of ordinals: the rowid is the ordinal.',
  columns,
  sql: `SELECT ${names.join(', ')} FROM source`,
  order: [],
  checks: [
    {
      name: 'rows, ordinals and checksum',
      base: checksum([...names, 'ordinal'], 'source'),
      structure: checksum([...names, 'rowid::INTEGER'], 'scan'),
    },
  ],
};
