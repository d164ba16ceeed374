import { ordinalColumn, type Structure, sameRows } from './structure.ts';

const columns = [{ name: 'id', type: 'BIGINT' }, ordinalColumn];

/** Ids that are a number as DuckDB prints it: no sign, no zero in front. `number::VARCHAR = video_id` says so. */
const numbered = `SELECT id, ordinal FROM
    (SELECT video_id, try_cast(video_id AS BIGINT) AS id, rowid::INTEGER AS ordinal FROM scan)
  WHERE id >= 0 AND id::VARCHAR = video_id`;

export const ids: Structure = {
  name: 'ids',
  description:
    'Video ids that are numbers, as numbers: compared a block at a time, where texts are read one by one.',
  columns,
  sql: numbered,
  order: ['id'],
  checks: [sameRows('ids', columns, `(${numbered})`)],
  slices: { sample: 'SELECT try_cast(video_id AS BIGINT) AS id FROM scan_sample', rowBytes: 40 },
};
