import { expect, test } from 'vitest';
import { encodeQuery, parseLines, RawDatabase } from './encode-query.ts';

/** In a file of its own: the kernel of this thread must not have grown before. */
test('columns are whole when the kernel’s memory grows while they are laid out', async () => {
  await using database = await RawDatabase.open();
  const kinds = ['i::HUGEINT', '[i]', '1.25::DECIMAL(20, 3)', 'i::VARCHAR', "{'a': i}"];
  const columns = Array.from({ length: 150 }, (_, index) => `${kinds[index % kinds.length]} AS c${index}`);
  const { bytes } = await encodeQuery(
    database,
    `SELECT ${columns.join(', ')} FROM range(2048) AS t(i)`,
    'ndjson',
  );
  const rows = parseLines(bytes);
  expect(rows).toHaveLength(2_048);
  for (const [i, row] of rows.entries()) {
    const values = Object.values(row);
    for (const index of kinds.keys()) {
      const ofKind = values.filter((_, column) => column % kinds.length === index);
      const expected = [i, [i], 1.25, String(i), { a: i }][index];
      expect(ofKind).toEqual(ofKind.map(() => expected));
    }
  }
});
