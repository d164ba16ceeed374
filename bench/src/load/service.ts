import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LiveHeap } from './live-heap.ts';

const main = fileURLToPath(new URL('../../../packages/cli/src/main.ts', import.meta.url));
const node = ['--conditions=@sdq/source', main];

/** `sdq serve` under load, and the credentials for it. */
export interface LoadedService extends AsyncDisposable {
  url: string;
  pid: number;
  accountKey: string;
  keys: readonly string[];
  /** The heap of the service process. */
  heap: LiveHeap;
}

/** Runs an `sdq` command to completion, and returns the JSON that it printed. */
export async function sdq(...words: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [...node, ...words], { maxBuffer: 1e8 });
  return stdout.startsWith('{') ? (JSON.parse(stdout) as Record<string, unknown>) : {};
}

/** Generates an index of videos with its structures. Returns its directory. */
export async function generateBuilt(directory: string, rows: string): Promise<string> {
  const index = `${directory}/index`;
  await sdq('index', 'generate', '--rows', rows, '--index', index, '--quiet');
  await sdq('index', 'build', '--index', index, '--quiet');
  return index;
}

/**
 * Creates an account with a high balance and some keys in a home directory, and starts the real command over an index.
 * Rate limits are disabled: what is measured is the capacity of the machine.
 */
export async function startService(options: {
  directory: string;
  index: string;
  keys: number;
  /** Further settings of the service. */
  settings?: Readonly<Record<string, string>>;
}): Promise<LoadedService> {
  const { directory, index } = options;
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
  const inspected = ['--inspect=127.0.0.1:0', ...node];
  const child = spawn(process.execPath, [...inspected, 'serve', '--index', index, ...home, '--port', '0'], {
    env: {
      ...process.env,
      SDQ_LOG_LEVEL: 'error',
      SDQ_RATE_KEY_PER_MINUTE: '0',
      SDQ_RATE_SQL_PER_MINUTE: '0',
      SDQ_RATE_ACCOUNT_PER_MINUTE: '0',
      SDQ_CONNECTIONS_PER_ADDRESS_MAX: '0',
      SDQ_SQL_REQUESTS_MAX: '64',
      ...options.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [[, url = ''], [, inspector = '']] = await Promise.race([
    Promise.all([toldOn(child.stdout, / at (http:\S+)/), toldOn(child.stderr, /listening on (ws:\S+)/)]),
    ended.then(() => Promise.reject(new Error('the service ended'))),
  ]);
  child.stderr.on('data', (part: Buffer) => process.stderr.write(withoutInspector(part.toString())));
  const heap = await LiveHeap.of(inspector);
  return {
    url,
    pid: child.pid ?? 0,
    accountKey: accountKeyOf(made),
    keys,
    heap,
    async [Symbol.asyncDispose]() {
      heap.close();
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Removes the inspector messages that Node prints. */
function withoutInspector(text: string): string {
  return text.replaceAll(/^(?:Debugger |For help, see: ).*\n/gm, '');
}

/** Waits for the first match in the output of a stream. */
async function toldOn(stream: Readable, pattern: RegExp): Promise<RegExpExecArray> {
  let told = '';
  return await new Promise((resolve) => {
    stream.on('data', function listen(part: Buffer) {
      told += part.toString();
      const found = pattern.exec(told);
      if (found === null) return;
      stream.off('data', listen);
      resolve(found);
    });
  });
}

function accountKeyOf(made: Record<string, unknown>): string {
  const found = /sdq_acct_\w{36}/.exec(JSON.stringify(made))?.[0];
  if (found === undefined) throw new Error('the account has no key');
  return found;
}
