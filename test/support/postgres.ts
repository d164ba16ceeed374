import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { toolPath } from './tools.ts';

/** PostgreSQL does not run as root. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'])));
  return { uid: uid ?? 65_534, gid: gid ?? 65_534 };
}

export interface PostgresServer extends AsyncDisposable {
  /** Makes an empty database; its URL. */
  createDatabase(): Promise<string>;
  /** Ends the server as a crash would, and starts it again on the same data. */
  crash(): Promise<void>;
}

/**
 * A server of its own on a Unix socket. It does not wait for the disk unless told: that is for measuring, since what
 * ends here are processes, never the machine.
 */
export async function startPostgres({ waitsForDisk = false } = {}): Promise<PostgresServer> {
  const programs = toolPath('postgres');
  const folder = await mkdtemp(join(tmpdir(), 'sdq-pg-'));
  const user = owner();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const run = { ...user, cwd: folder, stdio: 'pipe' as const, env: { LC_ALL: 'C', PATH: process.env.PATH } };
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'sdq', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    run,
  );
  const urlOf = (database: string) =>
    `postgres://sdq@localhost/${database}?host=${encodeURIComponent(folder)}`;
  let server = await start();

  async function start(): Promise<ChildProcess> {
    const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=60'];
    if (!waitsForDisk) settings.push('fsync=off');
    const flags = settings.flatMap((setting) => ['-c', setting]);
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...flags], {
      ...run,
      stdio: 'ignore',
    });
    for (let attempt = 0; ; attempt++) {
      const client = new pg.Client(urlOf('postgres'));
      try {
        await client.connect();
        await client.end();
        return child;
      } catch (error) {
        if (attempt === 400 || child.exitCode !== null) throw error;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  return {
    async createDatabase() {
      const name = `db_${randomUUID().replaceAll('-', '')}`;
      const client = new pg.Client(urlOf('postgres'));
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return urlOf(name);
    },
    async crash() {
      await stop('SIGQUIT'); // ends at once, without a checkpoint: the next start recovers from the log
      server = await start();
    },
    async [Symbol.asyncDispose]() {
      await stop('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
