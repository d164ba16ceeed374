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

/** A name in lower case without accents and separators, and without the name of an object around the record. */
export function plainName(name: string): string {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  const plain = withoutAccents(name.slice(0, nameLengthMax))
    .replace(wrapperPrefix, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (plainNames.size >= plainNamesMax) plainNames.clear();
  plainNames.set(name, plain);
  return plain;
}

/** Objects around a record in discovery pages, search indexes, graphs and exports of databases. */
export const wrapperPrefix = /^(?:cardItem|_source|node|properties|attributes|fields|document|doc|Item)\./;

/** Names are compared with many others: the plain forms are kept, of so many names. */
const plainNames = new Map<string, string>();
const plainNamesMax = 10_000;
/** The rest of a longer name does not count: no known name is so long. */
const nameLengthMax = 200;

/** Text without accents, and with the usual forms of letters and digits. */
export function withoutAccents(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}
