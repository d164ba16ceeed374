import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@sdq/contract';
import type { ConnectionError } from 'fastify';
import { toErrorResponse } from '../response/error-response.ts';
import { makeRequestId } from './request-id.ts';

/** Responds to input that Node cannot parse as a request, and closes the connection. */
export function answerClientError(error: ConnectionError, socket: Socket, baseUrl: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy(); // the client is gone, or a response has started, which a second one would corrupt
    return;
  }
  const requestId = makeRequestId();
  const { status, headers, body } = toErrorResponse(toAppError(error), {
    requestId,
    baseUrl,
    accept: acceptOf(error),
  });
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    'x-request-id': requestId,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** The Accept header, if it could be read. */
function acceptOf(error: ConnectionError): string | undefined {
  const { rawPacket } = error as ConnectionError & { rawPacket?: Buffer };
  return /^accept:([^\r\n]*)/im.exec(rawPacket?.toString('latin1') ?? '')?.[1];
}

function toAppError(error: ConnectionError): AppError {
  switch (error.code as string) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('headers_too_large', 'The headers or the URL of the request are too long');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', 'The request took too long to arrive');
    default:
      return new AppError('malformed_request', 'The request is not valid HTTP');
  }
}
