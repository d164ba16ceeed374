import type { Catalog } from '@sdq/catalog';
import type { Row } from '../containers/record-chunk.ts';
import { FieldNames } from './field-names.ts';
import { addressFields } from './video-addresses.ts';

/** Why the columns of a flat file are not those of videos, and what to do; undefined if they are not alike. */
export function explainMisfit(
  { tables }: Catalog,
  fields: readonly string[],
  rows: readonly Row[],
): { why: string; hint: string } | undefined {
  const videos = tables.find(({ platform, name }) => platform === 'shortvideo' && name === 'videos');
  const [names] = videos?.usualNames ?? [];
  if (names === undefined) return undefined;
  const byName = new FieldNames(fields);
  const has = (column: string, type: string) => byName.alike(names.columns[column] ?? [], type).length > 0;
  if (!['play_count', 'share_count', 'collect_count'].some((column) => has(column, 'BIGINT')))
    return undefined;
  if (!has('video_id', 'VARCHAR') && addressFields(fields, rows).length === 0) {
    return {
      why: 'no column has the ID or the address of a video',
      hint: 'Export it with the ID or the address of each video, or name the column with --map COLUMN=video_id. For totals of days or accounts, describe a table of your own: docs/own-tables.md.',
    };
  }
  if (has('create_time', 'TIMESTAMP WITH TIME ZONE')) return undefined;
  return {
    why: 'no column has the creation time, and the IDs do not contain it',
    hint: 'Name the column with --map COLUMN=create_time, or import the counts alone with --table video_stats --observed-at TIME.',
  };
}
