import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@sdq/contract';
import { networkOf } from './address-counts.ts';

/** How long a connection beyond the limit may take to send a request that is refused, in milliseconds. */
const refusedMs = 1_000;

/** Connections beyond the limit that are answered at a time; further ones are closed at once. */
const refusedMax = 64;

/** Sockets beyond the limit: each request on them is refused, and their connection closed. */
const beyond = new WeakSet<Socket>();

/**
 * Limits the connections per client address, so that idle connections of one client cannot block others. A request on a
 * connection beyond the limit gets 503 with `retry-after`. Behind a proxy all connections have its address: then the
 * proxy must limit them, and 0 disables the limit here.
 */
export function capConnections(server: Server, perAddress: number): void {
  if (perAddress === 0) return;
  const open = new Map<string, number>();
  let refusing = 0;
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress) {
      if (refusing >= refusedMax) return void socket.destroy();
      refusing++;
      beyond.add(socket);
      const timer = setTimeout(() => socket.destroy(), refusedMs).unref();
      socket.once('close', () => {
        refusing--;
        clearTimeout(timer);
      });
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}

/** Whether a connection is beyond the limit of its address. */
export function isBeyondCap(socket: Socket): boolean {
  return beyond.has(socket);
}

export function tooManyConnections(): AppError {
  return new AppError('service_unavailable', 'Too many connections from this IP address', {
    hint: 'Reuse connections, or open fewer at a time',
    retryAfterSeconds: 1,
  });
}
