import { request as httpRequest } from 'node:http';
import { openAccounts } from '@sdq/accounts';
import { makePlace } from '../service/place.ts';
import { startServiceProcess } from '../service/service-process.ts';

export interface DisconnectResult {
  requests: number;
  /** Answers that arrived whole, as their clients saw it. */
  whole: number;
  /** Lines of clients who left: charged for all rows or for those sent, and not charged. */
  leftCharged: number;
  leftFree: number;
  /** Lines that say that the answer did not leave whole. */
  undelivered: number;
  /** Requests without a line, with a charge that is not that of its rows, or with one that its answer belies. */
  unexplained: number;
  /** What is still reserved at the end, and how far the balance is from the sum of the lines. */
  reservedUnits: number;
  balanceDifference: number;
}

interface Seen {
  requestId: string;
  /** What the trailers or the envelope said; undefined of an answer that was left. */
  rows: number | undefined;
}

const padBytes = 1_000;
const formats = ['ndjson', 'csv', 'arrow', 'json'] as const;

/** Clients that close at a random byte of their answers; then every request's line in the ledger is looked at. */
export async function disconnect({
  requests,
  signal,
}: {
  requests: number;
  signal?: AbortSignal;
}): Promise<DisconnectResult> {
  await using place = await makePlace();
  const seen: (Seen | undefined)[] = [];
  await using service = await startServiceProcess(place);
  let sent = 0;
  const client = async () => {
    while (sent < requests && signal?.aborted !== true)
      seen.push(await readSome(service.url, place.key, sent++));
  };
  await Promise.all(Array.from({ length: 4 }, client));
  signal?.throwIfAborted();
  await using accounts = await openAccounts({ directory: place.accounts });
  const reserved = async () => (await accounts.findAccount(place.accountId))?.reservedUnits;
  for (let tries = 0; tries < 200 && (await reserved()) !== 0; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const result = { requests, whole: 0, leftCharged: 0, leftFree: 0, undelivered: 0, unexplained: 0 };
  for (const one of seen) {
    const line = one && (await accounts.findUsage(place.accountId, one.requestId));
    if (one === undefined || line === undefined) {
      result.unexplained++;
      continue;
    }
    if (line.delivered === false) result.undelivered++;
    const isPricedRight = line.units === (line.state === 'settled' ? line.records : 0);
    if (one.rows !== undefined) result.whole++;
    else if (line.units > 0) result.leftCharged++;
    else result.leftFree++;
    const isAsSeen = one.rows === undefined || (line.records === one.rows && line.delivered);
    if (!isPricedRight || !isAsSeen) result.unexplained++;
  }
  const account = await accounts.findAccount(place.accountId);
  const { units } = await accounts.usageTotals(place.accountId);
  return {
    ...result,
    reservedUnits: account?.reservedUnits ?? Number.NaN,
    balanceDifference: place.creditUnits - (account?.balanceUnits ?? Number.NaN) - units,
  };
}

/** Asks for some rows and closes the connection after a random number of bytes, which may be beyond the end. */
async function readSome(url: string, key: string, number: number): Promise<Seen | undefined> {
  const rows = 50 + ((number * 7_919) % 9_000);
  const format = formats[number % formats.length] ?? 'ndjson';
  const limit = format === 'json' ? Math.min(rows, 4_000) : rows;
  const bytesMax = Math.random() * limit * padBytes * 1.3;
  const { hostname, port } = new URL(url);
  return await new Promise((resolve) => {
    const sent = httpRequest({
      hostname,
      port,
      path: '/api/shortvideo/sql',
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    sent.on('error', () => resolve(undefined));
    sent.on('response', (response) => {
      const requestId = String(response.headers['x-request-id']);
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (format === 'json') parts.push(part);
        if (bytes > bytesMax) response.destroy();
      });
      response.on('error', () => {});
      response.on('close', () => {
        const rowsTold =
          format === 'json' ? rowsOfEnvelope(parts) : Number(response.trailers['x-row-count'] ?? Number.NaN);
        resolve({ requestId, rows: response.complete && rowsTold >= 0 ? rowsTold : undefined });
      });
    });
    const query = `SELECT repeat('x', ${padBytes}) || a.play_count AS pad FROM videos AS a, range(2) AS b`;
    sent.end(JSON.stringify({ query, limit, format }));
  });
}

function rowsOfEnvelope(parts: Buffer[]): number {
  try {
    return (JSON.parse(Buffer.concat(parts).toString()) as { data: { row_count: number } }).data.row_count;
  } catch {
    return Number.NaN;
  }
}
