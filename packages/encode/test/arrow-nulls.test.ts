import { tableFromIPC } from 'apache-arrow';
import { expect, test } from 'vitest';
import { encodeQuery, RawDatabase } from './encode-query.ts';

const types = [
  'INTEGER',
  'BIGINT',
  'DOUBLE',
  'DATE',
  'TIMESTAMPTZ',
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'DECIMAL(4,1)',
  'DECIMAL(15,2)',
];

test.each(types)('NULL rows of %s tell nothing of what the engine’s memory held', async (type) => {
  await using database = await RawDatabase.open();
  const value = /DATE|TIME/.test(type) ? `make_timestamp(i * 1000000)::${type}` : `(1 + i % 9)::${type}`;
  // a hash join writes only the values that it found
  const sql = `SELECT v FROM range(5000) AS a(i) LEFT JOIN
    (SELECT i, ${value} AS v FROM range(1, 5000, 3) AS t(i)) AS b USING (i) ORDER BY a.i`;
  await encodeQuery(database, `SELECT repeat('secret', 50) AS s FROM range(20000)`, 'csv');
  const { bytes } = await encodeQuery(database, sql, 'arrow', { batch: { rowsMax: 999 } });
  const column = tableFromIPC(bytes).getChild('v');
  let row = 0;
  let nulls = 0;
  for (const data of column?.data ?? []) {
    const { buffer, byteOffset, byteLength } = data.values as Uint8Array;
    const raw = Buffer.from(buffer, byteOffset, byteLength);
    const width = type === 'BOOLEAN' ? 0 : data.values.byteLength / data.length;
    for (let at = 0; at < data.length; at++, row++) {
      expect(data.getValid(at)).toBe(row % 3 === 1);
      if (data.getValid(at)) continue;
      nulls++;
      const held =
        width === 0
          ? [((raw[at >> 3] as number) >> (at & 7)) & 1]
          : raw.subarray(at * width, (at + 1) * width);
      expect([...held].every((byte) => byte === 0)).toBe(true);
    }
  }
  expect(nulls).toBe(3_333);
});
