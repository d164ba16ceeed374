import { tableNamed } from '../index-writer.ts';

/** The hashtags of some videos (SQL for a FROM clause), derived as the catalogue defines it. */
export function videoHashtagsOf(videos: string): string {
  const derivedFrom = tableNamed('shortvideo', 'video_hashtags').derivedFrom;
  if (derivedFrom === undefined) throw new Error('the catalogue does not say how video_hashtags is derived');
  return `WITH source AS (SELECT * FROM ${videos}) ${derivedFrom.sql}`;
}
