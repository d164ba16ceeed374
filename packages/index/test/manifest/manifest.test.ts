import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { videos } from '@sdq/catalog';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { layout } from '../../src/files/layout.ts';
import { makeManifest, manifestFormat, parseManifest, printManifest } from '../../src/manifest/manifest.ts';
import { coverageOf } from '../../src/snapshot/coverage.ts';
import { openSnapshot } from '../../src/snapshot/snapshot.ts';

/** As a version of before statistics wrote it. */
const formatOne = await readFile(new URL('./format-1.json', import.meta.url), 'utf8');

async function publishText(root: string, id: string, text: string): Promise<void> {
  await mkdir(dirname(layout.snapshot(root, id)), { recursive: true });
  await writeFile(layout.snapshot(root, id), text);
  await writeFile(layout.pointer(root), `${id}\n`);
}

test('a manifest of format 1 opens, and its id is that of its content', async () => {
  await using folder = await temporaryDirectory();
  const written = JSON.parse(formatOne);
  await publishText(folder.path, written.snapshot_id, formatOne);
  const snapshot = await openSnapshot(folder.path);
  expect(snapshot.manifest).toEqual(written);
  const { statistics } = coverageOf(snapshot, videos);
  expect(statistics).toMatchObject({ isNoted: false, isWhole: false, rows: 7 });
  expect(statistics.columns.size + statistics.structures.size).toBe(0);
  const altered = formatOne.replace(
    '"rows": 7,\n          "first_ordinal"',
    '"rows": 6,\n          "first_ordinal"',
  );
  expect(altered).not.toBe(formatOne);
  expect(() => parseManifest(altered)).toThrow('Its content does not match its id');
});

test('what is made of a manifest of format 1 is written in the newest', () => {
  const { tables, sources, segments, snapshot_id: parent } = parseManifest(formatOne);
  const files = Object.entries(tables).map(([id, table]) => [id, table.files]);
  const made = makeManifest({ parent, tables: Object.fromEntries(files), sources, segments });
  expect(made.format).toBe(manifestFormat);
  expect(parseManifest(printManifest(made))).toEqual(made);
});

test('a mask hides rows of the files that are left, and goes with the last of them', () => {
  const file = (hash: string, folder: string) => ({
    path: `data/shop/orders/${folder}/${hash.repeat(32)}.parquet`,
    bytes: 10,
    sha256: hash.repeat(64),
    rows: 5,
    month: folder === 'delta' ? null : folder.slice('month='.length),
    zones: {},
  });
  const [first, second, delta] = [file('a', 'month=2026-01'), file('b', 'month=2026-02'), file('c', 'delta')];
  const mask = {
    path: `data/shop/orders/masks/${'d'.repeat(32)}.parquet`,
    bytes: 3,
    sha256: 'd'.repeat(64),
    files: { [first.path]: 2, [second.path]: 1 },
  };
  const over = (files: (typeof first)[]) =>
    makeManifest({
      parent: null,
      tables: { 'shop.orders': files },
      masks: { 'shop.orders': [mask] },
      sources: [],
    });
  const made = over([first, second, delta]);
  expect(made.tables['shop.orders']).toMatchObject({ rows: 12, bytes: 33, masks: [mask] });
  expect(parseManifest(printManifest(made))).toEqual(made);
  const folded = over([first, delta]).tables['shop.orders'];
  expect(folded).toMatchObject({ rows: 8, bytes: 23, masks: [{ files: { [first.path]: 2 } }] });
  expect(over([delta]).tables['shop.orders']).not.toHaveProperty('masks');
});

test('a newer manifest is refused by its format, whatever else is in it', async () => {
  await using folder = await temporaryDirectory();
  const newer = { format: manifestFormat + 1, snapshot: 'of another shape' };
  await publishText(folder.path, '0'.repeat(32), JSON.stringify(newer));
  await expect(openSnapshot(folder.path)).rejects.toMatchObject({
    code: 'index_too_new',
    message: `This index was written by a newer sdq (manifest format ${manifestFormat + 1}, this version reads up to ${manifestFormat})`,
    hint: 'Upgrade sdq, or rebuild the index with this version',
  });
});

test.each(['0', '"2"', 'null', '{}'])('a format that never was is a damaged manifest: %s', async (format) => {
  await using folder = await temporaryDirectory();
  const text = formatOne.replace('"format": 1', `"format": ${format}`);
  await publishText(folder.path, '0'.repeat(32), text);
  await expect(openSnapshot(folder.path)).rejects.toMatchObject({ code: 'index_corrupt' });
});
