import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const main = fileURLToPath(new URL('../../../packages/cli/src/main.ts', import.meta.url));
const node = ['--conditions=@sdq/source', main];

/** `sdq serve` under load, and who may call it. */
export interface LoadedService extends AsyncDisposable {
  url: string;
  pid: number;
  accountKey: string;
  keys: readonly string[];
}

/** Runs `sdq` to its end; what it printed as JSON. */
export async function sdq(...words: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [...node, ...words], { maxBuffer: 1e8 });
  return stdout.startsWith('{') ? (JSON.parse(stdout) as Record<string, unknown>) : {};
}

/**
 * An index of invented videos, a rich account with some keys, and the real command over them. Rates a minute are off:
 * what is measured is what the machine does, not what callers may.
 */
export async function startService(options: {
  directory: string;
  rows: string;
  keys: number;
}): Promise<LoadedService> {
  const { directory } = options;
  const index = `${directory}/index`;
  await sdq('index', 'generate', '--rows', options.rows, '--out', index, '--quiet');
  await sdq('index', 'build', '--index', index, '--quiet');
  const home = ['--home', directory];
  const made = await sdq(
    'account',
    'create',
    '--name',
    'Load',
    '--email',
    'l@example.org',
    ...home,
    '--json',
  );
  await sdq('account', 'credit', '--amount', '100000', ...home, '--json');
  const keys: string[] = [];
  for (let i = 0; i < options.keys; i++) {
    keys.push(String((await sdq('key', 'create', '--name', `load ${i}`, ...home, '--json')).key));
  }
  const child = spawn(process.execPath, [...node, 'serve', '--index', index, ...home, '--port', '0'], {
    env: {
      ...process.env,
      LOG_LEVEL: 'error',
      RATE_KEY_PER_MINUTE: '0',
      RATE_SQL_PER_MINUTE: '0',
      RATE_ACCOUNT_PER_MINUTE: '0',
      CONNECTIONS_PER_ADDRESS_MAX: '0',
      SQL_AT_ONCE: '64',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let told = '';
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error('the service ended')));
    child.stdout.on('data', (part: Buffer) => {
      told += part.toString();
      const [, found] = / at (http:\S+)/.exec(told) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    url,
    pid: child.pid ?? 0,
    accountKey: accountKeyOf(made),
    keys,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function accountKeyOf(made: Record<string, unknown>): string {
  const found = /sdq_acct_\w{36}/.exec(JSON.stringify(made))?.[0];
  if (found === undefined) throw new Error('the account has no key');
  return found;
}
