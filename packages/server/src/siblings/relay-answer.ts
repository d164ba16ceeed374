import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { serviceLimits } from '../service-limits.ts';

/** Headers that are of a connection, not of a message. */
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** Headers of a message without those of its connection. */
export function endToEnd(headers: NodeJS.Dict<string | string[]>): NodeJS.Dict<string | string[]> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.has(name)));
}

/** Sends on what a sibling answers, with its trailers. A client that does not read is disconnected. */
export function relayAnswer(answer: IncomingMessage, raw: ServerResponse): void {
  raw.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers) as OutgoingHttpHeaders);
  raw.flushHeaders();
  let written = -1;
  const watch = setInterval(() => {
    const now = raw.socket?.bytesWritten ?? 0;
    if (raw.writableNeedDrain && now === written) raw.destroy();
    written = now;
  }, serviceLimits.stallMs);
  answer.once('end', () => {
    if (Object.keys(answer.trailers).length > 0) raw.addTrailers(answer.trailers as Record<string, string>);
  });
  // a failure in the middle ends both connections: the client sees that its answer is not whole
  pipeline(answer, raw, () => clearInterval(watch));
}
