import type { ServerResponse } from 'node:http';
import { AppError, type ResultFormat, resultFormats } from '@sdq/contract';
import type { QueryResult, ResultSummary } from '@sdq/core';
import { formatCost } from '@sdq/pricing';
import type { FastifyReply } from 'fastify';
import { chargeBroken } from '../request/charge-broken.ts';
import type { Charged, Meter } from '../request/metering.ts';
import { watchDelivery } from '../request/watch-delivery.ts';
import { addVary } from '../response/compress-answer.ts';
import { acceptedCoding, compressParts } from '../response/content-coding.ts';
import { serviceLimits } from '../service-limits.ts';
import { type ResultToSend, serverTiming } from './result-to-send.ts';

/** Values that are known only at the end; sent as trailers if the connection supports them. */
const trailerNames = 'X-Cost, X-Row-Count, X-Truncated, X-Repeat-Of';

/**
 * Sends the result as a stream. The first bytes are buffered, so that an early error is thrown and has its own status.
 * The last bytes are sent after the charge is durable. An error in between resets the connection, so that no client
 * considers the stream complete. The rows sent so far are charged when the client disconnects or its query fails; when
 * the service fails, the stream is free of charge.
 */
export async function sendStream(
  reply: FastifyReply,
  { result, facts, shape, csvSafe = false, receipt = false, statementId, tag }: ResultToSend,
  meter: Meter,
  format: ResultFormat,
  isTruncated: (summary: ResultSummary) => boolean,
): Promise<void> {
  const { request } = reply;
  const parts = result.bytes(format, { shape, csvSafe })[Symbol.asyncIterator]();
  const held = await hold(parts, result);
  const raw = reply.raw;
  let isRead = false;
  /** Rows in the parts that were taken to be sent, and in those that the connection was given. */
  let rowsTaken = 0;
  let rowsSent = 0;
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
      ...(statementId !== undefined && { 'x-statement-id': statementId }),
      'x-snapshot-id': facts.snapshotId,
      'x-cost-max': formatCost(meter.unitsMax),
      ...(format === 'csv' && { 'x-csv-safe': String(csvSafe) }),
      ...(tag !== null && { etag: tag }),
      ...(coding !== undefined && { 'content-encoding': coding }),
      ...(hasTrailers ? { trailer: trailerNames } : { connection: 'close' }),
    });
    let ended: Ended | undefined;
    const settle = async (): Promise<Ended> => {
      isRead = true;
      const summary = await result.summary;
      const truncated = isTruncated(summary);
      const isWhole = !truncated;
      const delivered = { records: summary.rowCount };
      const price = await meter.settle(delivered, facts.snapshotId, undefined, { isWhole });
      ended = { rows: summary.rowCount, truncated, price };
      return ended;
    };
    const taken = following(held, parts, result, (rows) => {
      rowsTaken = rows;
    });
    const plain = settling(taken, settle, (end) =>
      receipt ? receiptLine(request.id, facts.snapshotId, end) : undefined,
    );
    let last: PartOfRows = { part: new Uint8Array(), rows: 0 };
    for await (const part of coding === undefined ? plain : compressParts(plain, coding)) {
      const next = { part, rows: rowsTaken };
      if (!raw.destroyed) rowsSent = last.rows;
      await write(raw, last.part);
      last = next;
    }
    watchDelivery(reply, meter);
    if (hasTrailers && ended !== undefined) {
      const { rows, truncated, price } = ended;
      raw.addTrailers({
        'X-Cost': formatCost(price.units),
        'X-Row-Count': String(rows),
        'X-Truncated': String(truncated),
        ...(price.repeatOf !== null && { 'X-Repeat-Of': price.repeatOf }),
      });
    }
    await endWith(raw, last.part);
  } catch (error) {
    const hasLeft = error instanceof ReaderGone || raw.destroyed;
    const { snapshotId } = facts;
    if (isRead) await meter.fail(error);
    else await chargeBroken(meter, { rowsSent, snapshotId, error, hasLeft, log: request.log });
    request.log.warn({ err: error }, 'Stream aborted');
    breakOff(raw);
  }
}

/** Formats without internal compression. */
const compressedFormats: ReadonlySet<ResultFormat> = new Set(['ndjson', 'csv', 'arrow']);

/** A part, and the rows of which it and those before it have bytes. */
interface PartOfRows {
  readonly part: Uint8Array;
  readonly rows: number;
}

type Progress = Pick<QueryResult, 'rowsTaken'>;

/** Buffers the first parts. */
async function hold(parts: AsyncIterator<Uint8Array>, progress: Progress): Promise<PartOfRows[]> {
  const held: PartOfRows[] = [];
  let bytes = 0;
  while (bytes < serviceLimits.streamHeldBytes) {
    const next = await parts.next();
    if (next.done === true) break;
    held.push({ part: next.value, rows: progress.rowsTaken });
    bytes += next.value.byteLength;
  }
  return held;
}

/** All parts; `onRows` is told the rows up to each of them before it is returned. */
async function* following(
  held: readonly PartOfRows[],
  parts: AsyncIterator<Uint8Array>,
  progress: Progress,
  onRows: (rows: number) => void,
): AsyncGenerator<Uint8Array> {
  for (const { part, rows } of held) {
    onRows(rows);
    yield part;
  }
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    onRows(progress.rowsTaken);
    yield next.value;
  }
}

/** What is known when the result was read and charged. */
interface Ended {
  rows: number;
  truncated: boolean;
  price: Charged;
}

/** The parts; after the last one the result is charged, and what follows from that is one part more. */
async function* settling(
  parts: AsyncIterable<Uint8Array>,
  settle: () => Promise<Ended>,
  further: (ended: Ended) => Uint8Array | undefined,
): AsyncGenerator<Uint8Array> {
  yield* parts;
  const part = further(await settle());
  if (part !== undefined) yield part;
}

/** The last line of NDJSON with a receipt: no row is an object with this one key. */
function receiptLine(requestId: string, snapshotId: string, { rows, truncated, price }: Ended): Buffer {
  const receipt = {
    request_id: requestId,
    cost: formatCost(price.units),
    row_count: rows,
    truncated,
    repeat_of: price.repeatOf,
    snapshot_id: snapshotId,
  };
  return Buffer.from(`${JSON.stringify({ $receipt: receipt })}\n`);
}

function definedHeaders(headers: Record<string, number | string | string[] | undefined>) {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
    string,
    number | string | string[]
  >;
}

/** Writes with backpressure. Errors: `query_cancelled` when the client has disconnected or does not read. */
async function write(raw: ServerResponse, part: Uint8Array): Promise<void> {
  if (raw.destroyed) throw new ReaderGone();
  if (part.byteLength === 0 || raw.write(part, () => free(part))) return;
  await settled(raw, 'drain');
}

/** Frees the memory of a part after it is sent, instead of leaving megabytes per second to the garbage collector. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

async function endWith(raw: ServerResponse, part: Uint8Array): Promise<void> {
  if (raw.destroyed) throw new ReaderGone();
  raw.end(part);
  if (!raw.writableFinished) await settled(raw, 'finish');
}

/** Waits for an event, for 'close', or for a timeout. */
async function settled(raw: ServerResponse, event: 'drain' | 'finish'): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => end(new ReaderGone('The client did not read the response for too long')),
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

/** The client has closed the connection, or does not read from it. */
class ReaderGone extends AppError {
  constructor(message = 'The client disconnected') {
    super('query_cancelled', message);
  }
}

/** Resets the connection: some clients consider a closed connection the end of the response. */
function breakOff(raw: ServerResponse): void {
  if (raw.socket === null || raw.socket.destroyed) return;
  raw.socket.resetAndDestroy();
}
