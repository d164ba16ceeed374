/** Common names of the observation time, a column of every table. */
export const observedAtAliases = [
  'observedat',
  'collectedat',
  'fetchedat',
  'fetchtime',
  'fetchedtime',
  'crawledat',
  'crawltime',
  'crawldate',
  'crawltimestamp',
  'scrapedat',
  'scrapetime',
  'scrapedate',
  'scrapingtime',
  'scrapingdate',
  'collecttime',
  'collectiontime',
  'collectiondate',
  'retrievedat',
  'retrievaltime',
  'recrawledat',
  'recrawltime',
  'snapshotat',
  'snapshotdate',
  'extractedat',
  'queriedat',
  'indexedat',
  'lastmodifyts',
];

/** A name in lower case without separators and without the `card` prefix of discovery pages. */
export function plainName(name: string): string {
  return name
    .replace(/^cardItem\./, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
