import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './address-counts.ts';

/**
 * Limits the connections per client address, so that idle connections of one client cannot block others. Behind a proxy
 * all connections have its address: then the proxy must limit them, and 0 disables the limit here.
 */
export function capConnections(server: Server, perAddress: number): void {
  if (perAddress === 0) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
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
