import { createServer } from 'node:net';
import { AppError } from '@sdq/contract';
import { wholeNumber } from '../arguments/whole-number.ts';
import type { Context } from '../context.ts';
import { readSettings } from '../settings/read-settings.ts';

export interface ListenAddress {
  readonly host: string;
  /** 0 for any free port. */
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

/** Checks that the address is available before the service does other work. Errors: `address_unavailable`. */
export async function assertAddressFree(address: ListenAddress): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(listenFailure(error, address)));
    probe.listen(address.port, address.host, () => probe.close(() => resolve()));
  });
}

/** An error of the operating system as an AppError; other errors unchanged. */
function listenFailure(error: unknown, address: ListenAddress): unknown {
  const where = `${address.host}:${address.port}`;
  switch ((error as NodeJS.ErrnoException | null)?.code) {
    case 'EADDRINUSE':
      return new AppError(
        'address_unavailable',
        `Port ${address.port} on ${address.host} is already in use`,
        {
          cause: error,
          hint: 'Stop the other process, or choose another port with --port or PORT. Port 0 selects any free port.',
        },
      );
    case 'EACCES':
      return new AppError('address_unavailable', `No permission to listen on ${where}`, { cause: error });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new AppError(
        'address_unavailable',
        `The address "${address.host}" is not available on this machine`,
        {
          cause: error,
        },
      );
    default:
      return error;
  }
}
