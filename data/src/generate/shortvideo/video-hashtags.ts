import type { FileEntry } from '@sdq/core';
import { type IndexWriter, tableNamed } from '../index-writer.ts';

/** The hashtags of one month's file of videos, as the catalogue derives them. */
export function videoHashtagsOf(writer: IndexWriter, videos: FileEntry): string {
  const derivedFrom = tableNamed('shortvideo', 'video_hashtags').derivedFrom;
  if (derivedFrom === undefined) throw new Error('the catalogue does not say how video_hashtags is derived');
  const source = writer.scan(tableNamed('shortvideo', derivedFrom.table), videos);
  return `WITH source AS (SELECT * FROM ${source}) ${derivedFrom.sql}`;
}
