import { aweme } from './aweme.ts';
import { csv, json, parquet } from './flat.ts';
import type { SourceFormat } from './format.ts';
import { itemStruct } from './item-struct.ts';
import { observations } from './observations.ts';
import { tiktokScraper } from './tiktok-scraper.ts';
import { tiktokScraperCsv } from './tiktok-scraper-csv.ts';
import { ytDlp } from './yt-dlp.ts';

/** Every format; on equal certainty the first one wins. */
export const formats: readonly SourceFormat[] = [
  tiktokScraper,
  tiktokScraperCsv,
  itemStruct,
  ytDlp,
  aweme,
  observations,
  csv,
  parquet,
  json,
];

export const formatNames = [
  'tiktok-scraper',
  'tiktok-scraper-csv',
  'item-struct',
  'yt-dlp',
  'aweme',
  'observations',
  'csv',
  'parquet',
  'json',
] as const;

export type FormatName = (typeof formatNames)[number];

export function findFormat(name: string): SourceFormat | undefined {
  return formats.find((format) => format.name === name);
}
