import type { IndexReader } from '../define/index.ts';
import { text } from '../define/row-values.ts';
import type { Video } from './records.ts';
import { platform, toVideo } from './rows.ts';

/** The videos with these ids, in their order; undefined for one that the index does not have (any more). */
export async function videosOf(
  index: IndexReader,
  ids: readonly (string | undefined)[],
): Promise<(Video | undefined)[]> {
  const asked = ids.filter((id) => id !== undefined);
  if (asked.length === 0) return ids.map(() => undefined);
  const places = asked.map((_, at) => `$id${at}`).join(', ');
  const parameters = Object.fromEntries(asked.map((id, at) => [`id${at}`, id]));
  const rows = await index.rows(platform, `SELECT * FROM videos WHERE video_id IN (${places})`, parameters);
  const byId = new Map(rows.map((row) => [text(row.video_id), toVideo(row)]));
  return ids.map((id) => (id === undefined ? undefined : byId.get(id)));
}
