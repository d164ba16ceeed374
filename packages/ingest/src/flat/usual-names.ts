/** When a row was read: the column that every table has beside its own. */
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
];

/** A name without case and separators, and without the card that discovery pages put around everything. */
export function plainName(name: string): string {
  return name
    .replace(/^cardItem\./, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
