import type { ServerResponse } from 'node:http';
import { AppError, resultFormats } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import { watchDelivery } from '../response/watch-delivery.ts';
import { serviceLimits } from '../service-limits.ts';
import type { SqlExchange } from './sql-exchange.ts';

/** What only the end tells; sent as trailers where the connection can carry them. */
const trailerNames = 'X-Cost, X-Row-Count, X-Truncated';

/**
 * Answers with the result as a stream. The first bytes are held back, so that a failure up to then is thrown and has
 * its own status. The last ones are held until the charge is durable. A failure in between breaks the connection, so
 * that no reader takes the stream for whole.
 */
export async function sendStream(exchange: SqlExchange): Promise<void> {
  const { request, reply, result, meter, format } = exchange;
  const parts = result.bytes(format)[Symbol.asyncIterator]();
  const held = await hold(parts);
  const raw = reply.raw;
  try {
    const hasTrailers = request.raw.httpVersion === '1.1';
    reply.hijack();
    raw.writeHead(200, {
      ...definedHeaders(reply.getHeaders()),
      'content-type': resultFormats[format],
      'x-statement-id': exchange.statementId,
      'x-snapshot-id': result.snapshotId,
      ...(hasTrailers ? { trailer: trailerNames } : { connection: 'close' }),
    });
    let last: Uint8Array = held.shift() ?? new Uint8Array();
    for await (const part of following(held, parts)) {
      await write(raw, last);
      last = part;
    }
    const summary = await result.summary;
    const price = await meter.settle({ records: summary.rowCount }, result.snapshotId);
    watchDelivery(reply, meter);
    if (hasTrailers) {
      raw.addTrailers({
        'X-Cost': formatCost(price.units),
        'X-Row-Count': String(summary.rowCount),
        'X-Truncated': String(summary.truncated),
      });
    }
    await endWith(raw, last);
  } catch (error) {
    await meter.fail(error);
    request.log.warn({ err: error }, 'a stream was broken off');
    breakOff(raw);
  }
}

/** Takes parts until there is enough to begin with, or no more. */
async function hold(parts: AsyncIterator<Uint8Array>): Promise<Uint8Array[]> {
  const held: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < serviceLimits.streamHeldBytes) {
    const next = await parts.next();
    if (next.done === true) break;
    held.push(next.value);
    bytes += next.value.byteLength;
  }
  return held;
}

async function* following(
  held: readonly Uint8Array[],
  parts: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* held;
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) yield next.value;
}

function definedHeaders(headers: Record<string, number | string | string[] | undefined>) {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
    string,
    number | string | string[]
  >;
}

/** Resolves when the reader has room for more. Errors: `query_cancelled` when it is gone or takes nothing. */
async function write(raw: ServerResponse, part: Uint8Array): Promise<void> {
  if (raw.destroyed) throw readerGone();
  if (part.byteLength === 0 || raw.write(part)) return;
  await settled(raw, 'drain');
}

async function endWith(raw: ServerResponse, part: Uint8Array): Promise<void> {
  if (raw.destroyed) throw readerGone();
  raw.end(part);
  if (!raw.writableFinished) await settled(raw, 'finish');
}

/** Waits for an event; 'close' may come in its stead, and neither may come at all. */
async function settled(raw: ServerResponse, event: 'drain' | 'finish'): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => end(readerGone('The reader took nothing for too long')),
      serviceLimits.stallMs,
    );
    const onEvent = () => end();
    const onClose = () => end(readerGone());
    const end = (error?: AppError) => {
      clearTimeout(timer);
      raw.off(event, onEvent).off('close', onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    raw.once(event, onEvent).once('close', onClose);
  });
}

function readerGone(message = 'The caller is gone'): AppError {
  return new AppError('query_cancelled', message);
}

/** Resets the connection rather than closing it: to some clients an end is an end. */
function breakOff(raw: ServerResponse): void {
  if (raw.socket === null || raw.socket.destroyed) return;
  raw.socket.resetAndDestroy();
}
