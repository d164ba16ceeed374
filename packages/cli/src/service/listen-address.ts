import { createServer } from 'node:net';
import { AppError } from '@sdq/contract';
import { wholeNumber } from '../arguments/whole-number.ts';
import type { Context } from '../context.ts';
import { readSettings } from '../settings/read-settings.ts';

export interface ListenAddress {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
}

export const parsePort = wholeNumber(0, 65_535);

/** Host and port from flags, else from HOST and PORT, else 127.0.0.1:8080. Errors: `usage_error`. */
export function resolveListenAddress(
  flags: { host?: string | undefined; port?: number | undefined },
  environment: Context['environment'],
): ListenAddress {
  return {
    host: flags.host ?? readSettings(environment).HOST,
    port: flags.port ?? readSettings(environment).PORT,
  };
}

/** Fails early where the address cannot be had, before any work is done for it. Errors: `address_unavailable`. */
export async function assertAddressFree(address: ListenAddress): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(listenFailure(error, address)));
    probe.listen(address.port, address.host, () => probe.close(() => resolve()));
  });
}

/** The operating system's refusal to listen as an AppError; any other failure as it is. */
function listenFailure(error: unknown, address: ListenAddress): unknown {
  const where = `${address.host}:${address.port}`;
  switch ((error as NodeJS.ErrnoException | null)?.code) {
    case 'EADDRINUSE':
      return new AppError(
        'address_unavailable',
        `port ${address.port} of ${address.host} is already in use`,
        {
          cause: error,
          hint: 'stop the other process, or choose another port with --port or PORT; 0 takes any free one',
        },
      );
    case 'EACCES':
      return new AppError('address_unavailable', `no permission to listen on ${where}`, { cause: error });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new AppError('address_unavailable', `${address.host} is not an address of this machine`, {
        cause: error,
      });
    default:
      return error;
  }
}
