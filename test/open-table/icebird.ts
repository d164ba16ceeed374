import { open } from 'node:fs/promises';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { icebergMetadata, icebergRead } from 'icebird';
import { comparable, type Row } from './comparable-rows.ts';

/** Lets `fetch` read local files for as long as the work runs: icebird asks by addresses only. */
async function withLocalFiles<Result>(work: () => Promise<Result>): Promise<Result> {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const address = String(input instanceof Request ? input.url : input);
    if (!address.startsWith('file://')) return await real(input, init);
    const range = new Headers(init?.headers).get('range');
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    const file = await open(address.slice('file://'.length)).catch(() => undefined);
    if (file === undefined) return new Response(null, { status: 404 });
    await using _file = file;
    const { size } = await file.stat();
    const start = Number(from ?? 0);
    const end = to === undefined || to === '' ? size : Math.min(size, Number(to) + 1);
    const bytes = Buffer.alloc(end - start);
    await file.read(bytes, 0, bytes.length, start);
    return new Response(bytes, { status: range === null ? 200 : 206 });
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = real;
  }
}

/** All rows of an Iceberg table by the address of its folder, as icebird reads them: times to the millisecond. */
export async function icebirdRows(address: string, table: CatalogTable): Promise<Row[]> {
  return await withLocalFiles(async () => {
    const metadata = await icebergMetadata({ tableUrl: address });
    const rows = await icebergRead({ tableUrl: address, metadata });
    return rows.map((row) =>
      Object.fromEntries(storedColumns(table).map(({ name, type }) => [name, comparable(type, row[name])])),
    );
  });
}
