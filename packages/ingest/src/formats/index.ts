import type { Catalog } from '@sdq/catalog';
import { apifyInstagram } from './apify-instagram.ts';
import { aweme } from './aweme.ts';
import { declared, type FormatDescription } from './declared.ts';
import { csv, json, parquet } from './flat.ts';
import type { SourceFormat } from './format.ts';
import { instagramApi } from './instagram-api.ts';
import { instagramApp } from './instagram-app.ts';
import { instagramWeb } from './instagram-web.ts';
import { itemStruct } from './item-struct.ts';
import { linkedin } from './linkedin.ts';
import { linkedinPages, linkedinWeb } from './linkedin-web.ts';
import { observationsOf } from './observations.ts';
import { snscrape } from './snscrape.ts';
import { tiktokExport } from './tiktok-export.ts';
import { tiktokResearch } from './tiktok-research.ts';
import { tiktokScraper } from './tiktok-scraper.ts';
import { xApi } from './x-api.ts';
import { xLegacy, xWeb } from './x-web.ts';
import { youtube } from './youtube.ts';
import { ytDlp } from './yt-dlp.ts';

/** The formats that are described by data. */
const descriptions: readonly FormatDescription[] = [
  tiktokScraper,
  itemStruct,
  aweme,
  xApi,
  xWeb,
  xLegacy,
  snscrape,
  instagramWeb,
  instagramApp,
  instagramApi,
  apifyInstagram,
  linkedin,
  linkedinWeb,
  linkedinPages,
  tiktokResearch,
  tiktokExport,
  ytDlp,
  youtube,
];

/** All formats for the tables of a catalog. If several have the same certainty, the first one is chosen. */
export const formatsOver = (catalog: Catalog): readonly SourceFormat[] => [
  ...descriptions.flatMap((description) => declared(description, catalog)),
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
  'x-api',
  'x-web',
  'x-legacy',
  'snscrape',
  'instagram-web',
  'instagram-app',
  'instagram-api',
  'apify-instagram',
  'linkedin',
  'linkedin-web',
  'linkedin-pages',
  'tiktok-research',
  'tiktok-export',
  'youtube',
  'csv',
  'parquet',
  'json',
] as const;

export type FormatName = (typeof formatNames)[number];
