import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ChaosPlace } from './place.ts';

const main = fileURLToPath(new URL('../../../packages/cli/src/main.ts', import.meta.url));

/** `sdq serve` as an operator runs it. */
export interface CommandProcess extends AsyncDisposable {
  url: string;
  /** Sends a signal, and gives the exit code when the process has ended by itself. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

export async function startCommand(
  place: ChaosPlace,
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandProcess> {
  const words = ['serve', '--index', place.index, '--home', place.directory, '--port', '0'];
  const running = spawn(process.execPath, ['--conditions=@sdq/source', main, ...words], {
    env: {
      ...process.env,
      SDQ_LOG_LEVEL: 'error',
      SDQ_RATE_KEY_PER_MINUTE: '0',
      SDQ_RATE_SQL_PER_MINUTE: '0',
      SDQ_QUERY_THREADS: '1',
      SDQ_QUERY_PROCESSES: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  let errors = '';
  const ready = Promise.withResolvers<string>();
  running.stderr.on('data', (part: Buffer) => {
    errors += part.toString();
  });
  running.stdout.on('data', (part: Buffer) => {
    told += part.toString();
    const [, url] = / at (http:\S+)/.exec(told) ?? [];
    if (url !== undefined) ready.resolve(url);
  });
  const ended = once(running, 'close');
  void ended.then(() => ready.reject(new Error(`the service did not start: ${errors}`)));
  return {
    url: await ready.promise,
    async stop(signal) {
      running.kill(signal);
      await ended;
      return running.exitCode;
    },
    async [Symbol.asyncDispose]() {
      running.kill('SIGKILL');
      await ended;
    },
  };
}
