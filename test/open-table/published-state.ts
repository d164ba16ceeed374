import { builtInCatalog, type CatalogTable } from '@sdq/catalog';
import { openSnapshot } from '@sdq/index';
import { type Row, sortedRows } from './comparable-rows.ts';
import { plainRows } from './engine-rows.ts';
import { icebirdRows } from './icebird.ts';
import { metadataOf, type ReadKey } from './store-of-tables.ts';

/** Tables that additions of videos fill. */
export const videoTables = ['shortvideo.videos', 'shortvideo.video_hashtags'];

/** Sorted rows by table, as icebird reads the newest version of each open table of a store: `file:///place` is its address. */
export async function publishedState(read: ReadKey): Promise<Record<string, Row[]>> {
  const address = 'file:///place';
  const state: Record<string, Row[]> = {};
  for (const id of videoTables) {
    const metadata = await metadataOf(read, id);
    if (metadata === undefined) continue;
    const location = metadata.location.slice(0, -`/data/${id.replace('.', '/')}`.length);
    const rows = await icebirdRows(
      `${address}/data/${id.replace('.', '/')}`,
      builtInCatalog.byId(id) as CatalogTable,
      { read: (asked) => read(keyOf(asked, [address, location, overHttp(location)])) },
    );
    state[id] = sortedRows(rows);
  }
  return state;
}

/** Sorted rows by table of the current snapshot of an index. */
export async function indexState(index: string): Promise<Record<string, Row[]>> {
  const rows = await plainRows(await openSnapshot(index), builtInCatalog, videoTables);
  return Object.fromEntries(Object.entries(rows).map(([id, own]) => [id, sortedRows(own)]));
}

function overHttp(location: string): string {
  return location.replace(/^s3a?:\/\/([^/]+)/, 'https://$1.s3.amazonaws.com');
}

function keyOf(address: string, locations: readonly string[]): string {
  const location = locations.find((each) => address.startsWith(`${each}/`)) ?? '';
  return address.slice(location.length + 1);
}
