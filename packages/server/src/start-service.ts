import { AppError } from '@sdq/contract';
import { type AppOptions, buildApp } from './build-app.ts';
import { authority, listeningUrl } from './response/listening-url.ts';
import { serviceLimits } from './service-limits.ts';

export interface ServiceOptions extends AppOptions {
  host: string;
  /** 0 for any free one. */
  port: number;
}

export interface Service {
  /** Where it listens. */
  url: string;
  /** Takes nothing new, lets what runs end, and after 10 s ends it. The engine and the accounts stay open. */
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
  const app = await buildApp(options);
  app.server.maxConnections = serviceLimits.connectionsMax;
  try {
    await app.listen({ host, port });
  } catch (cause) {
    await app.close();
    throw addressUnavailable(host, port, cause);
  }
  return {
    url: listeningUrl(app),
    async close() {
      // a connection whose last answer has left would else be kept open for the next request
      const sweep = setInterval(() => app.server.closeIdleConnections(), serviceLimits.shutdownSweepMs);
      const deadline = setTimeout(() => app.server.closeAllConnections(), serviceLimits.shutdownMs);
      try {
        await app.close();
      } finally {
        clearInterval(sweep);
        clearTimeout(deadline);
      }
    },
  };
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
