import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { AppError } from '@sdq/contract';
import { pgLimits } from '../pg-limits.ts';
import type { QueryService } from '../query-service.ts';
import { CancelKeys } from './cancel-keys.ts';
import { Connection } from './connection.ts';

export interface ListenerOptions {
  host: string;
  /** 0 for any free one. */
  port: number;
  /** Certificate chain and key, PEM. Off loopback there is no listener without them. */
  tls?: { cert: string; key: string } | undefined;
  connectionsMax?: number | undefined;
  /** Per client address as `networkOf` groups them; 0 for no limit. */
  connectionsPerAddressMax?: number | undefined;
  networkOf: (address: string) => string;
}

export interface Listener {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  /** Open connections. */
  readonly connections: number;
  /** Replaces certificate and key for new connections. Errors: `usage_error`. */
  setTls(tls: { cert: string; key: string }): void;
  /** Accepts no more, ends idle connections, and after `graceMs` cancels what runs. */
  close(graceMs: number): Promise<void>;
}

/** How long a stopped connection has to say so before it is cut off, in milliseconds. */
const cutMs = 1_000;
/** Connections beyond the limit that are told so at a time. */
const refusedMax = 16;

/**
 * Listens for clients of PostgreSQL.
 * Errors: `usage_error` without TLS off loopback, or with a certificate that cannot be read; those of `listen`.
 */
export async function startListener(service: QueryService, options: ListenerOptions): Promise<Listener> {
  const { host, port, networkOf } = options;
  const isLocal = isLoopback(host);
  if (options.tls === undefined && !isLocal) {
    throw new AppError('usage_error', `The PostgreSQL listener needs TLS on ${host}`, {
      hint: 'Set SDQ_PG_TLS_CERT and SDQ_PG_TLS_KEY, or listen on 127.0.0.1',
    });
  }
  let context = options.tls && contextOf(options.tls);
  const cancelKeys = new CancelKeys();
  const connections = new Set<Connection>();
  const perAddress = new Map<string, number>();
  const { connectionsMax = pgLimits.connectionsMax } = options;
  const { connectionsPerAddressMax: addressMax = pgLimits.connectionsPerAddressMax } = options;
  const accept = (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const count = (perAddress.get(address) ?? 0) + 1;
    const isRefused = connections.size >= connectionsMax || (addressMax > 0 && count > addressMax);
    if (connections.size >= connectionsMax + refusedMax) return void socket.destroy();
    perAddress.set(address, count);
    socket.setNoDelay(true).setKeepAlive(true, 60_000);
    const secureContext = context === undefined ? undefined : () => context as SecureContext;
    const shared = { service, cancelKeys, secureContext, isPlainAllowed: isLocal, isRefused };
    const connection = new Connection(socket, shared);
    connections.add(connection);
    socket.once('close', () => {
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left === 0) perAddress.delete(address);
      else perAddress.set(address, left);
    });
    void connection.serve().finally(() => connections.delete(connection));
  };
  const server = createServer({ allowHalfOpen: false, pauseOnConnect: false }, accept);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    host,
    port: (server.address() as AddressInfo).port,
    isEncrypted: context !== undefined,
    get connections() {
      return connections.size;
    },
    setTls(tls) {
      context = contextOf(tls);
    },
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of connections) connection.close();
      const each = (work: (connection: Connection) => void) => () => [...connections].forEach(work);
      const stop = setTimeout(
        each((connection) => connection.stop()),
        graceMs,
      );
      const cut = setTimeout(
        each((connection) => connection.destroy()),
        graceMs + cutMs,
      );
      await closed;
      clearTimeout(stop);
      clearTimeout(cut);
    },
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function contextOf(tls: { cert: string; key: string }): SecureContext {
  try {
    return createSecureContext({ ...tls, minVersion: 'TLSv1.2' });
  } catch (cause) {
    throw new AppError(
      'usage_error',
      'The certificate or the key of the PostgreSQL listener cannot be read',
      {
        cause,
        hint: 'SDQ_PG_TLS_CERT and SDQ_PG_TLS_KEY are files in PEM, and belong together',
      },
    );
  }
}
