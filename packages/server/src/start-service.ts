import { AppError } from '@sdq/contract';
import type { App } from './app.ts';
import { type AppOptions, buildApp } from './build-app.ts';
import { capConnections } from './operations/connection-caps.ts';
import { Lifecycle } from './operations/lifecycle.ts';
import { type OperatorServer, startOperatorServer } from './operations/operator-server.ts';
import { checkReadiness } from './operations/readiness.ts';
import { authority, listeningUrl } from './response/listening-url.ts';
import { serviceLimits } from './service-limits.ts';

export interface ServiceOptions extends Omit<AppOptions, 'lifecycle'> {
  host: string;
  /** 0 for any free one. */
  port: number;
  /** Open connections in all and of one address; 0 for no limit on the latter. */
  connectionsMax?: number;
  connectionsPerAddressMax?: number;
  /** Where metrics can be read; default: nowhere. It needs `metrics`. */
  operatorAddress?: { host: string; port: number } | undefined;
  /** How long what runs has once the service is told to stop; default 10 s. */
  shutdownMs?: number;
}

export interface Service {
  /** Where it listens. */
  url: string;
  /** Where metrics can be read; null when nowhere. */
  operatorUrl: string | null;
  /**
   * Takes nothing new, lets what runs end, after `shutdownMs` cancels it, and soon after breaks off what does not
   * heed that. The engine and the accounts stay open; all queries of the engine may be cancelled.
   */
  close(): Promise<void>;
}

/**
 * Serves an engine over HTTP. Reservations that a former process left behind are released first, and the accounts'
 * background work begins.
 * Errors: `address_unavailable`.
 */
export async function startService({ host, port, ...options }: ServiceOptions): Promise<Service> {
  await options.accounts.releaseAbandoned();
  options.accounts.startBackgroundWork();
  const lifecycle = new Lifecycle();
  const app = await buildApp({ ...options, lifecycle });
  app.server.maxConnections = options.connectionsMax ?? serviceLimits.connectionsMax;
  capConnections(app.server, options.connectionsPerAddressMax ?? serviceLimits.connectionsPerAddressMax);
  let operator: OperatorServer | undefined;
  try {
    operator = await listenForOperator(options, lifecycle);
    await app.listen({ host, port });
  } catch (cause) {
    await operator?.[Symbol.asyncDispose]();
    await app.close();
    throw cause instanceof AppError ? cause : addressUnavailable(host, port, cause);
  }
  return {
    url: listeningUrl(app),
    operatorUrl: operator?.url ?? null,
    async close() {
      await stop(app, lifecycle, options.shutdownMs ?? serviceLimits.shutdownMs);
      await operator?.[Symbol.asyncDispose]();
    },
  };
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
 * For a moment requests are still heard, and told that the service stops: whoever is told closes its connection
 * itself, so that none is closed under a request on its way. Then nothing is heard, and what runs may end.
 */
async function stop(app: App, lifecycle: Lifecycle, shutdownMs: number): Promise<void> {
  lifecycle.drain();
  await untilQuiet(app, Math.min(serviceLimits.drainMs, shutdownMs));
  // a connection whose last answer has left would else be kept open for the next request
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

/** Until nobody is connected any more, or the time is over. */
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
    EADDRINUSE: 'another program listens there',
    EACCES: 'this user may not listen there',
    EADDRNOTAVAIL: 'this machine does not have that address',
    ENOTFOUND: 'no machine of that name is known',
  };
  const reason = reasons[code ?? ''];
  if (reason === undefined) return cause;
  return new AppError('address_unavailable', `Cannot serve at ${authority(host, port)}: ${reason}`, {
    cause,
  });
}
