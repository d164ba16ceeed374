import type { Catalog } from '@sdq/catalog';
import { aweme } from './aweme.ts';
import { csv, json, parquet } from './flat.ts';
import type { SourceFormat } from './format.ts';
import { itemStruct } from './item-struct.ts';
import { observationsOf } from './observations.ts';
import { tiktokScraper } from './tiktok-scraper.ts';
import { tiktokScraperCsv } from './tiktok-scraper-csv.ts';
import { ytDlp } from './yt-dlp.ts';

/** All formats for the tables of a catalog. If several have the same certainty, the first one is chosen. */
export const formatsOver = (catalog: Catalog): readonly SourceFormat[] => [
  tiktokScraper,
  tiktokScraperCsv,
  itemStruct,
  ytDlp,
  aweme,
  observationsOf(catalog),
  csv(catalog),
  parquet(catalog),
  json(catalog),
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
