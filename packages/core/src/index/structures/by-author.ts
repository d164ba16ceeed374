import { ordinalColumn, type Structure, sameRows, scanWithOrdinal, videoColumns } from './structure.ts';

const columns = [
  ...videoColumns(['author', 'author_id', 'create_time']),
  ordinalColumn,
  ...videoColumns(['play_count', 'like_count', 'comment_count', 'share_count']),
];

export const byAuthor: Structure = {
  name: 'by_author',
  description: 'The rows of one author together, newest first.',
  columns,
  sql: `SELECT ${columns.map((column) => column.name).join(', ')} FROM ${scanWithOrdinal}`,
  order: ['author', 'create_time DESC'],
  checks: [sameRows('by_author', columns, scanWithOrdinal)],
  slices: { sample: 'SELECT author FROM scan_sample', rowBytes: 140 },
};
