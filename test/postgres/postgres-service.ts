import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startTestService, type TestService, unlimited } from '../support/test-service.ts';

/** A certificate of this machine for the length of a test. */
export function makeCertificate(): { cert: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sdq-certificate-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-keyout', key, '-out', cert],
    ]);
    if (made.status !== 0) throw new Error(`openssl failed: ${String(made.stderr)}`);
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface PostgresService extends TestService {
  readonly port: number;
  /** What libpq and its relatives read. */
  readonly environment: Readonly<Record<string, string>>;
  /** A connected client of node-postgres, and the messages of its notices. */
  connect(options?: pg.ClientConfig): Promise<{ client: pg.Client; notices: string[] }>;
}

/** A service with a listener for clients of PostgreSQL; `tls`: with a certificate. */
export async function startPostgresService(
  options: { tls?: { cert: string; key: string }; limits?: Partial<typeof unlimited> } = {},
): Promise<PostgresService> {
  const { tls, limits } = options;
  const started = await startTestService({
    postgres: { host: '127.0.0.1', port: 0, tls, connectionsPerAddressMax: 0, connectionsMax: 300 },
    limits: { ...unlimited, ...limits },
  });
  const { key, keyId } = started;
  const port = started.service.postgres?.port ?? 0;
  const config = { host: '127.0.0.1', port, user: keyId, password: key, database: 'shortvideo' };
  return {
    ...started,
    port,
    environment: {
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      PGUSER: keyId,
      PGPASSWORD: key,
      PGDATABASE: 'shortvideo',
      PGSSLMODE: tls === undefined ? 'disable' : 'require',
    },
    async connect(given = {}) {
      const ssl = tls === undefined ? false : { rejectUnauthorized: false };
      const client = new pg.Client({ ...config, ssl, ...given });
      const notices: string[] = [];
      client.on('notice', (notice) => notices.push(notice.message ?? ''));
      client.on('error', () => {});
      await client.connect();
      return { client, notices };
    },
  };
}
