import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { IndexWriter, tableNamed } from '../src/generate/index-writer.ts';

test('a column without an invented value is named with the place to add it', async () => {
  await using folder = await temporaryDirectory();
  const connection = await (await DuckDBInstance.create()).connect();
  const table = tableNamed('micro', 'tweets');
  const writing = new IndexWriter(folder.path).write(connection, table, null, "SELECT '1' AS tweet_id");
  await expect(writing).rejects.toThrow(
    /^No value is invented for .*\blike_count\b.* of micro\.tweets: add it to the SELECT in data\/src\/generate\/micro\/$/,
  );
  await expect(new IndexWriter(folder.path).write(connection, table, null, 'SELECT nothing')).rejects.toThrow(
    /Binder Error/,
  );
});
