import { ordinalColumn, type Structure, sameRows, scanWithOrdinal, videoColumns } from './structure.ts';

const columns = [
  ...videoColumns(['author', 'author_id', 'create_time']),
  ordinalColumn,
  ...videoColumns(['play_count', 'like_count', 'comment_count', 'share_count']),
];

/** Names come and go, ids stay: rows of one lie apart in the order of the other. */
function by(key: 'author' | 'author_id', name: string): Structure {
  return {
    name,
    description: `The rows of one ${key} together, newest first.`,
    columns,
    sql: `SELECT ${columns.map((column) => column.name).join(', ')} FROM ${scanWithOrdinal}`,
    order: [key, 'create_time DESC'],
    checks: [sameRows(name, columns, scanWithOrdinal)],
    slices: { sample: `SELECT ${key} FROM scan_sample`, rowBytes: 140 },
  };
}

export const byAuthor = by('author', 'by_author');

export const byAuthorId = by('author_id', 'by_author_id');
