import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@sdq/contract';
import type { Listener } from '@sdq/pgwire';
import type { App } from './app.ts';
import { type AppOptions, buildService } from './build-app.ts';
import { networkOf } from './operations/address-counts.ts';
import { capConnections } from './operations/connection-caps.ts';
import { Lifecycle } from './operations/lifecycle.ts';
import { type OperatorServer, startOperatorServer } from './operations/operator-server.ts';
import { checkReadiness } from './operations/readiness.ts';
import type { PostgresParts } from './postgres/postgres-parts.ts';
import { authority, listeningUrl } from './response/listening-url.ts';
import { serviceLimits } from './service-limits.ts';

export interface ServiceOptions extends Omit<AppOptions, 'lifecycle'> {
  host: string;
  /** 0 for any free one. */
  port: number;
  /** Maximum number of open connections in total and per client address; 0 disables the latter limit. */
  connectionsMax?: number;
  connectionsPerAddressMax?: number;
  /** The address of the operator server; default: none. It requires `metrics`. */
  operatorAddress?: { host: string; port: number } | undefined;
  /** The listener for clients of PostgreSQL; default: none. Off loopback it needs TLS. */
  postgres?: PostgresAddress | undefined;
  /** How long a stopping service still answers while it is not ready any more, in milliseconds; default 0. */
  leaveMs?: number;
  /** How long requests in flight can finish during shutdown, in milliseconds; default 10,000. */
  shutdownMs?: number;
}

export interface PostgresAddress {
  host: string;
  /** 0 for any free one. */
  port: number;
  /** Certificate chain and key, PEM. */
  tls?: { cert: string; key: string } | undefined;
  /** Maximum number of open connections in total and per client address. */
  connectionsMax?: number | undefined;
  connectionsPerAddressMax?: number | undefined;
}

export interface Service {
  /** The URL that it listens on. */
  url: string;
  /** The URL of the operator server; null for none. */
  operatorUrl: string | null;
  /** The listener for clients of PostgreSQL; null for none. */
  postgres: Listener | null;
  /**
   * Graceful shutdown: is not ready for `leaveMs`, then refuses new requests and drains connections, cancels requests in flight after `shutdownMs`, and
   * closes the remaining connections soon after. The engine and the accounts stay open; all queries of the engine may
   * be cancelled.
   */
  close(): Promise<void>;
}

/**
 * Serves an engine over HTTP. It first releases abandoned reservations of earlier processes, and starts the background
 * tasks of the accounts.
 * Errors: `address_unavailable`.
 */
export async function startService({ host, port, ...options }: ServiceOptions): Promise<Service> {
  await options.accounts.releaseAbandoned();
  options.accounts.startBackgroundWork();
  const lifecycle = new Lifecycle();
  const { app, siblings, postgres: parts } = await buildService({ ...options, lifecycle });
  app.server.maxConnections = options.connectionsMax ?? serviceLimits.connectionsMax;
  capConnections(app.server, options.connectionsPerAddressMax ?? serviceLimits.connectionsPerAddressMax);
  let operator: OperatorServer | undefined;
  let postgres: Listener | undefined;
  try {
    operator = await listenForOperator(options, lifecycle);
    postgres = await listenForPostgres(options.postgres, parts);
    await app.listen({ host, port });
    await siblings.join();
  } catch (cause) {
    await operator?.[Symbol.asyncDispose]();
    await postgres?.close(0);
    await app.close();
    throw cause instanceof AppError ? cause : addressUnavailable(host, port, cause);
  }
  return {
    url: listeningUrl(app),
    operatorUrl: operator?.url ?? null,
    postgres: postgres ?? null,
    async close() {
      const shutdownMs = options.shutdownMs ?? serviceLimits.shutdownMs;
      const leaveMs = options.leaveMs ?? 0;
      lifecycle.leave();
      if (leaveMs > 0) await pause(leaveMs); // a timer of 0 ms would still let requests in
      lifecycle.drain();
      await siblings.leave();
      await Promise.all([stop(app, lifecycle, shutdownMs), postgres?.close(shutdownMs)]);
      await operator?.[Symbol.asyncDispose]();
    },
  };
}

/** Loads the protocol only where it is on. Errors: `usage_error`, `address_unavailable`. */
async function listenForPostgres(
  address: PostgresAddress | undefined,
  parts: PostgresParts,
): Promise<Listener | undefined> {
  if (address === undefined) return undefined;
  const [{ startListener }, { queryService }] = await Promise.all([
    import('@sdq/pgwire'),
    import('./postgres/query-service.ts'),
  ]);
  return await startListener(queryService(parts), { ...address, networkOf }).catch((cause: unknown) => {
    throw addressUnavailable(address.host, address.port, cause);
  });
}

async function listenForOperator(
  { operatorAddress, metrics, engine, accounts }: Omit<ServiceOptions, 'host' | 'port'>,
  lifecycle: Lifecycle,
): Promise<OperatorServer | undefined> {
  if (operatorAddress === undefined || metrics === undefined) return undefined;
  const { host, port } = operatorAddress;
  const readiness = () => checkReadiness(engine, accounts, lifecycle);
  return await startOperatorServer({ host, port, metrics, readiness }).catch((cause: unknown) => {
    throw addressUnavailable(host, port, cause);
  });
}

/**
 * Drains the service: for a short time new requests are accepted and refused with `Connection: close`, so that clients
 * close their connections and no request is lost. Then the server stops listening, and requests in flight finish.
 */
async function stop(app: App, lifecycle: Lifecycle, shutdownMs: number): Promise<void> {
  lifecycle.drain();
  await untilQuiet(app, Math.min(serviceLimits.drainMs, shutdownMs));
  // idle keep-alive connections would otherwise stay open
  const sweep = setInterval(() => app.server.closeIdleConnections(), serviceLimits.shutdownSweepMs);
  const cancel = setTimeout(() => lifecycle.stop(), shutdownMs);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), shutdownMs + serviceLimits.stopMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cancel);
    clearTimeout(cutOff);
  }
}

/** Waits until no connection is open, or the time is over. */
async function untilQuiet(app: App, ms: number): Promise<void> {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt) {
    const open = await new Promise<number>((resolve) =>
      app.server.getConnections((error, count) => resolve(error ? 0 : count)),
    );
    if (open === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function addressUnavailable(host: string, port: number, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    EADDRINUSE: 'the address is in use',
    EACCES: 'permission denied',
    EADDRNOTAVAIL: 'the address does not belong to this machine',
    ENOTFOUND: 'unknown host name',
  };
  const reason = reasons[code ?? ''];
  if (reason === undefined) return cause;
  return new AppError('address_unavailable', `Cannot listen on ${authority(host, port)}: ${reason}`, {
    cause,
  });
}
