import { readFile } from 'node:fs/promises';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { icebergMetadata, icebergRead } from 'icebird';
import { comparable, type Row } from './comparable-rows.ts';

/** The whole content of a file by its address; undefined if there is none. */
export type ReadAddress = (address: string) => Promise<Buffer | undefined>;

/** Files on this machine, by `file://`. */
export const localFiles: ReadAddress = async (address) =>
  await readFile(address.slice('file://'.length)).catch(() => undefined);

/** Lets `fetch` read by this function for as long as the work runs: icebird asks by addresses only. */
async function fetching<Result>(read: ReadAddress, work: () => Promise<Result>): Promise<Result> {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const content = await read(String(input instanceof Request ? input.url : input));
    if (content === undefined) return new Response(null, { status: 404 });
    const range = new Headers(init?.headers).get('range');
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    const end = to === '' ? content.length : Number(to) + 1;
    const bytes = new Uint8Array(content.subarray(Number(from), end));
    return new Response(bytes, { status: range === null ? 200 : 206 });
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = real;
  }
}

/** All rows of an Iceberg table by the address of its folder, as icebird reads them; of a former snapshot by its id. */
export async function icebirdRows(
  address: string,
  table: CatalogTable,
  { read = localFiles, snapshotId }: { read?: ReadAddress; snapshotId?: number } = {},
): Promise<Row[]> {
  return await fetching(read, async () => {
    const newest = await icebergMetadata({ tableUrl: address });
    const metadata = snapshotId === undefined ? newest : { ...newest, 'current-snapshot-id': snapshotId };
    const rows = await icebergRead({ tableUrl: address, metadata });
    return rows.map((row) =>
      Object.fromEntries(storedColumns(table).map(({ name, type }) => [name, comparable(type, row[name])])),
    );
  });
}
