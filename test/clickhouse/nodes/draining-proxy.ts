import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before a port, and breaks or slows what passes through it where a test asks for that. */
export interface DrainingProxy {
  readonly port: number;
  /** Bytes that came from the port behind it. */
  readonly bytesOut: number;
  /** Refuses new connections and ends those that are open. */
  cut(): void;
  restore(): void;
  /** Delays each part that comes from the port behind it. */
  delay(milliseconds: number): void;
  close(): void;
}

/**
 * A proxy that reads to the end what the port behind it sends, also when its own client has left: a reset connection
 * ends `clickhouse local`, which `clickhouse server` would survive.
 */
export async function startDrainingProxy(target: number): Promise<DrainingProxy> {
  const state = { isCut: false, delayMs: 0, bytesOut: 0 };
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (state.isCut) return void client.resetAndDestroy();
    open.add(client);
    client.once('close', () => open.delete(client));
    pair(client, target, state);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get bytesOut() {
      return state.bytesOut;
    },
    cut: () => {
      state.isCut = true;
      for (const client of open) client.resetAndDestroy();
    },
    restore: () => {
      state.isCut = false;
    },
    delay: (milliseconds) => {
      state.delayMs = milliseconds;
    },
    close: () => {
      server.close();
      for (const client of open) client.destroy();
    },
  };
}

function pair(client: Socket, target: number, state: { delayMs: number; bytesOut: number }): void {
  const node = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
  client.setNoDelay();
  node.setNoDelay();
  let hasLeft = false;
  const leave = () => {
    if (hasLeft) return;
    hasLeft = true;
    node.resume();
    node.end();
  };
  client.on('data', (part) => {
    if (node.destroyed || node.write(part)) return;
    client.pause();
    node.once('drain', () => client.resume());
  });
  client.on('end', () => node.end());
  client.on('error', leave);
  client.on('close', leave);
  const pass = (part: Buffer) => {
    if (hasLeft || client.destroyed || client.write(part)) return;
    node.pause();
    client.once('drain', () => node.resume());
    client.once('close', () => node.resume());
  };
  node.on('data', (part) => {
    state.bytesOut += part.length;
    if (state.delayMs === 0) pass(part);
    else setTimeout(() => pass(part), state.delayMs);
  });
  const finish = () => {
    if (hasLeft || client.destroyed) return;
    if (state.delayMs === 0) client.end();
    else setTimeout(() => client.end(), state.delayMs);
  };
  node.on('end', finish);
  node.on('error', finish);
  node.on('close', finish);
}
