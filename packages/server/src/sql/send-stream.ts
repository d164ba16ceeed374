import type { ServerResponse } from 'node:http';
import { AppError, type ResultFormat, resultFormats } from '@sdq/contract';
import type { QueryResult, ResultSummary } from '@sdq/core';
import { formatCost } from '@sdq/pricing';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { Meter } from '../request/metering.ts';
import { watchDelivery } from '../request/watch-delivery.ts';
import { addVary } from '../response/compress-answer.ts';
import { acceptedCoding, compressParts } from '../response/content-coding.ts';
import { serviceLimits } from '../service-limits.ts';
import { type ResultToSend, serverTiming } from './result-to-send.ts';

/** What only the end tells; sent as trailers where the connection can carry them. */
const trailerNames = 'X-Cost, X-Row-Count, X-Truncated';

/**
 * Answers with the result as a stream. The first bytes are held back, so that a failure up to then is thrown and has
 * its own status. The last ones are held until the charge is durable. A failure in between breaks the connection, so
 * that no reader takes the stream for whole; it costs nothing. A reader who leaves pays for the rows sent until then.
 */
export async function sendStream(
  reply: FastifyReply,
  { result, facts, shape, statementId, tag }: ResultToSend,
  meter: Meter,
  format: ResultFormat,
  isTruncated: (summary: ResultSummary) => boolean,
): Promise<void> {
  const { request } = reply;
  const parts = result.bytes(format, { shape })[Symbol.asyncIterator]();
  const held = await hold(parts);
  const raw = reply.raw;
  let isRead = false;
  try {
    const hasTrailers = request.raw.httpVersion === '1.1';
    const coding = compressedFormats.has(format)
      ? acceptedCoding(request.headers['accept-encoding'])
      : undefined;
    addVary(reply, 'Accept-Encoding');
    reply.hijack();
    raw.writeHead(200, {
      ...definedHeaders(reply.getHeaders()),
      'content-type': resultFormats[format],
      'server-timing': serverTiming(facts),
      'x-statement-id': statementId,
      'x-snapshot-id': facts.snapshotId,
      ...(tag !== null && { etag: tag }),
      ...(coding !== undefined && { 'content-encoding': coding }),
      ...(hasTrailers ? { trailer: trailerNames } : { connection: 'close' }),
    });
    const plain = following(held, parts);
    let last: Uint8Array = new Uint8Array();
    for await (const part of coding === undefined ? plain : compressParts(plain, coding)) {
      await write(raw, last);
      last = part;
    }
    isRead = true;
    const summary = await result.summary;
    const price = await meter.settle({ records: summary.rowCount }, facts.snapshotId);
    watchDelivery(reply, meter);
    if (hasTrailers) {
      raw.addTrailers({
        'X-Cost': formatCost(price.units),
        'X-Row-Count': String(summary.rowCount),
        'X-Truncated': String(isTruncated(summary)),
      });
    }
    await endWith(raw, last);
  } catch (error) {
    const hasLeft = error instanceof ReaderGone || raw.destroyed;
    if (hasLeft && !isRead) await chargeSent(result, facts.snapshotId, meter, request.log, error);
    else await meter.fail(error);
    request.log.warn({ err: error }, 'a stream was broken off');
    breakOff(raw);
  }
}

/** Formats that are not compressed in themselves. */
const compressedFormats: ReadonlySet<ResultFormat> = new Set(['ndjson', 'csv', 'arrow']);

/** The reader has gone: rows that were sent are charged, and the line says that the answer did not leave whole. */
async function chargeSent(
  { rowsTaken }: QueryResult,
  snapshotId: string,
  meter: Meter,
  log: FastifyBaseLogger,
  error: unknown,
): Promise<void> {
  if (rowsTaken === 0) return await meter.fail(error);
  try {
    await meter.settle({ records: rowsTaken }, snapshotId);
    await meter.undelivered();
  } catch (cause) {
    log.error({ err: cause }, 'rows that were sent could not be charged');
    await meter.fail(error);
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
  if (raw.destroyed) throw new ReaderGone();
  if (part.byteLength === 0 || raw.write(part, () => free(part))) return;
  await settled(raw, 'drain');
}

/** Gives the memory of a part back when it is sent: waiting for the collector, megabytes a second make it run all the time. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

async function endWith(raw: ServerResponse, part: Uint8Array): Promise<void> {
  if (raw.destroyed) throw new ReaderGone();
  raw.end(part);
  if (!raw.writableFinished) await settled(raw, 'finish');
}

/** Waits for an event; 'close' may come in its stead, and neither may come at all. */
async function settled(raw: ServerResponse, event: 'drain' | 'finish'): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => end(new ReaderGone('The reader took nothing for too long')),
      serviceLimits.stallMs,
    );
    const onEvent = () => end();
    const onClose = () => end(new ReaderGone());
    const end = (error?: AppError) => {
      clearTimeout(timer);
      raw.off(event, onEvent).off('close', onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    raw.once(event, onEvent).once('close', onClose);
  });
}

/** The reader has closed the connection, or takes nothing from it. */
class ReaderGone extends AppError {
  constructor(message = 'The caller is gone') {
    super('query_cancelled', message);
  }
}

/** Resets the connection rather than closing it: to some clients an end is an end. */
function breakOff(raw: ServerResponse): void {
  if (raw.socket === null || raw.socket.destroyed) return;
  raw.socket.resetAndDestroy();
}
