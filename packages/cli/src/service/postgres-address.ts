import { readFile } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import type { PostgresAddress } from '@sdq/server';
import type { Settings } from '../settings/settings.ts';

/**
 * Where to listen for clients of PostgreSQL: by the flag, else by settings; undefined for nowhere.
 * Errors: `usage_error`, `file_missing`.
 */
export async function postgresAddress(
  flag: number | undefined,
  host: string,
  settings: Settings,
): Promise<PostgresAddress | undefined> {
  const port = flag ?? settings.SDQ_PG_PORT;
  if (port === undefined) return undefined;
  return {
    host: settings.SDQ_PG_HOST ?? host,
    port,
    tls: await readTls(settings),
    connectionsMax: settings.SDQ_PG_CONNECTIONS_MAX,
    connectionsPerAddressMax: settings.SDQ_PG_CONNECTIONS_PER_ADDRESS_MAX,
  };
}

/** Certificate and key; undefined for none. Errors: `usage_error` for one without the other, `file_missing`. */
export async function readTls(settings: Settings): Promise<PostgresAddress['tls']> {
  const { SDQ_PG_TLS_CERT: cert, SDQ_PG_TLS_KEY: key } = settings;
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new AppError('usage_error', 'SDQ_PG_TLS_CERT and SDQ_PG_TLS_KEY belong together: set both');
  }
  return { cert: await readPem(cert), key: await readPem(key) };
}

async function readPem(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new AppError('file_missing', `Cannot read "${path}"`, { cause });
  });
}
