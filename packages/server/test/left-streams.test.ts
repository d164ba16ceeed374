import { RecordBatchReader } from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

/** Some MB of rows come at once; after them each batch takes a good while. */
const fast = 40_000;
const query = `SELECT i AS n, md5(i::VARCHAR) || md5((i + 1)::VARCHAR) AS pad, CASE WHEN i < ${fast} THEN 0
  ELSE levenshtein(repeat('ab', 130) || i, repeat('ba', 130)) END AS slow FROM range(49000) AS r(i)`;

/** Reads until nothing comes for a while, and leaves. Returns what came. */
async function readAndLeave(format: string, encoding: string): Promise<Buffer> {
  const leaving = new AbortController();
  const answer = await fetch(`${service.service.url}/api/shortvideo/sql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      'accept-encoding': encoding,
    },
    body: JSON.stringify({ query, limit: 49_000, format }),
    signal: leaving.signal,
  });
  expect(answer.status).toBe(200);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  for (;;) {
    const quiet = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 150));
    const next = await Promise.race([reader.read(), quiet]);
    if (next === undefined) break;
    if (next.done) throw new Error('the whole result came');
    parts.push(next.value);
  }
  leaving.abort();
  return Buffer.concat(parts);
}

/** Rows that came whole. */
function rowsIn(body: Buffer, format: string): number {
  if (format !== 'arrow') return body.toString('latin1').split('\n').length - (format === 'csv' ? 2 : 1);
  let rows = 0;
  try {
    for (const batch of RecordBatchReader.from(body)) rows += batch.numRows;
  } catch {
    // the last batch is cut off
  }
  return rows;
}

async function recordsCharged(): Promise<number> {
  const { accountId } = service;
  await expect
    .poll(async () => (await service.accounts.findAccount(accountId))?.reservedUnits, { timeout: 10_000 })
    .toBe(0);
  const [line] = await service.accounts.listUsage(accountId, { limit: 1 });
  expect(line?.units).toBe(line?.records ?? 0);
  return line?.records ?? 0;
}

// a part of text has 64 KiB or a batch of DuckDB's, 2,048 rows; an Arrow batch 2 MiB at most
test.each([
  ['ndjson', 'identity', 2_048],
  ['csv', 'identity', 2_048],
  ['ndjson', 'gzip', 8_192],
  ['arrow', 'identity', 12_000],
])(
  'who leaves a stream of %s, %s, pays for all rows that came, and for a batch more at most',
  async (format, encoding, more) => {
    const body = await readAndLeave(format, encoding);
    const rows = rowsIn(body, format);
    expect(rows).toBeGreaterThan(2_000);
    const charged = await recordsCharged();
    expect(charged).toBeGreaterThanOrEqual(rows);
    expect(charged).toBeLessThanOrEqual(rows + more);
    await service.accounts.addCredit(service.accountId, { units: charged, reason: 'test' });
    // On a busy machine, the batch that ran ignores its interrupt for so long that its process is replaced, which would
    // break off the next stream there.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  },
);
