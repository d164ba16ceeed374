import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { toolPath } from '../support/tools.ts';
import { end, type Processes } from './processes.ts';

export type ProxyName = 'nginx' | 'caddy';

export const proxyNames: readonly ProxyName[] = ['nginx', 'caddy'];

export interface ProxyOptions {
  readonly processes: Processes;
  /** A folder of its own. */
  readonly folder: string;
  readonly port: number;
  /** Ports of the replicas on 127.0.0.1. */
  readonly replicas: readonly number[];
  readonly signal: AbortSignal;
}

/** Starts a load balancer with the configuration that `deploy/` has for operators, with other addresses; its URL. */
export async function startProxy(name: ProxyName, options: ProxyOptions): Promise<string> {
  const { processes, folder, port, signal } = options;
  await mkdir(folder, { recursive: true });
  const text = await readFile(new URL(`../../deploy/${files[name]}`, import.meta.url), 'utf8');
  const program = toolPath(name);
  const words = await (name === 'nginx' ? nginxWords(text, options) : caddyWords(text, options));
  const environment = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const child = processes.start(program, words, environment);
  let errors = '';
  child.stderr?.on('data', (part: Buffer) => {
    errors = (errors + part.toString()).slice(-8_192);
  });
  child.stdout?.resume();
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; ; waited++) {
    signal.throwIfAborted();
    const status = await fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return url;
    if (child.exitCode !== null || waited > 200) {
      await end(child, 'SIGKILL');
      throw new Error(`${name} does not answer (HTTP ${status}): ${errors}`);
    }
    await pause(100);
  }
}

const files: Record<ProxyName, string> = { nginx: 'nginx/sdq.conf', caddy: 'caddy/Caddyfile' };

/** The text with a part in another place; an error where it is not there, so that the file of operators is what runs. */
function put(text: string, pattern: RegExp, value: string): string {
  if (!pattern.test(text)) throw new Error(`the configuration has no ${pattern}`);
  return text.replace(pattern, value);
}

async function nginxWords(text: string, { folder, port, replicas }: ProxyOptions): Promise<string[]> {
  const servers = replicas.map((replica) => `server 127.0.0.1:${replica} max_fails=0;`).join(' ');
  let own = put(
    text,
    /server 10\.0\.0\.11:8080 max_fails=0;\s+server 10\.0\.0\.12:8080 max_fails=0;/,
    servers,
  );
  own = put(own, /listen 80;/, `listen 127.0.0.1:${port};`);
  // the workers of nginx run as another user
  await chmod(folder, 0o777);
  await writeFile(join(folder, 'sdq.conf'), own);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${join(folder, each)};`,
  );
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `pid ${join(folder, 'nginx.pid')};
worker_processes 2;
events { worker_connections 1024; }
http {
  access_log off;
  ${paths.join('\n  ')}
  include ${join(folder, 'sdq.conf')};
}
`,
  );
  return ['-e', 'stderr', '-g', 'daemon off; error_log stderr warn;', '-c', file];
}

async function caddyWords(text: string, { folder, port, replicas }: ProxyOptions): Promise<string[]> {
  const addresses = replicas.map((replica) => `127.0.0.1:${replica}`).join(' ');
  let own = put(text, /10\.0\.0\.11:8080 10\.0\.0\.12:8080/, addresses);
  own = put(own, /^api\.example\.org \{/m, `{\n\tadmin off\n}\n\nhttp://127.0.0.1:${port} {`);
  const file = join(folder, 'Caddyfile');
  await writeFile(file, own);
  return ['run', '--config', file, '--adapter', 'caddyfile'];
}
