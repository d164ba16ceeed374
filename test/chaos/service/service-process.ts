import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('./service-child.ts', import.meta.url));

/** A service in a process of its own. */
export interface ServiceProcess extends AsyncDisposable {
  url: string;
  /** Everything it wrote on standard error. */
  errors: () => string;
  kill(): Promise<void>;
}

export interface Place {
  index: string;
  accounts: string;
  databaseUrl?: string | undefined;
}

/** A `wrapper` is a command that runs the command after it. */
export async function startServiceProcess(
  { index, accounts, databaseUrl }: Place,
  wrapper: readonly string[] = [],
): Promise<ServiceProcess> {
  const own = [process.execPath, '--conditions=@sdq/source', child, index, accounts, databaseUrl ?? ''];
  const [command = process.execPath, ...words] = [...wrapper, ...own];
  const running = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  running.stderr.on('data', (part: Buffer) => {
    errors += part.toString();
  });
  const ended = once(running, 'close');
  const [line] = (await Promise.race([
    once(running.stdout, 'data'),
    ended.then(() => Promise.reject(new Error(`the service did not start: ${errors}`))),
  ])) as [Buffer];
  const kill = async () => {
    running.kill('SIGKILL');
    await ended;
  };
  return { url: line.toString().trim(), errors: () => errors, kill, [Symbol.asyncDispose]: kill };
}
