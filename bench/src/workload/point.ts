import { familyOf, text, texts } from './query.ts';

export const pointQueries = familyOf('point', (p) => [
  ['by_id', 'ordered', `SELECT * FROM videos WHERE video_id = ${text(p.videoId)}`],
  ['by_20_ids', 'multiset', `SELECT * FROM videos WHERE video_id IN (${texts(p.videoIds)})`],
  ['by_20_ids_hot', 'multiset', `SELECT * FROM videos WHERE video_id IN (${texts(p.videoIdsHot)})`],
  ['stats_of_id', 'multiset', `SELECT * FROM video_stats WHERE video_id = ${text(p.observedVideoId)}`],
]);
