import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = 'packages/cli/src/main.ts';
const here = fileURLToPath(new URL('../../', import.meta.url));

/** Processes of one run: all of them end with it. */
export class Processes implements AsyncDisposable {
  readonly #running = new Map<ChildProcess, string>();

  /** Starts `sdq` with these words, of this checkout or another one. */
  sdq(words: readonly string[], environment: Record<string, string>, checkout = here): ChildProcess {
    const program = join(checkout, main);
    return this.start(process.execPath, ['--conditions=@sdq/source', program, ...words], environment);
  }

  start(program: string, words: readonly string[], environment: Record<string, string> = {}): ChildProcess {
    // in a process group of its own: Ctrl-C in the terminal is for the run, which ends them in order
    const child = spawn(program, words, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#running.set(child, `${program} ${words[1] ?? ''}`);
    child.once('exit', () => this.#running.delete(child));
    return child;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running.keys()].map((child) => end(child, 'SIGKILL')));
  }
}

/** Sends a signal to a process, with SIGKILL to all that it started; its exit code when it has ended. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return child.exitCode;
  const exit = once(child, 'exit');
  if (signal === 'SIGKILL') process.kill(-child.pid, signal);
  else child.kill(signal);
  await exit;
  return child.exitCode;
}

/** Settles when a process has written what the pattern looks for; rejects when it ends without, or is stopped. */
export async function said(
  child: ChildProcess,
  pattern: RegExp,
  signal: AbortSignal,
): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
  let output = '';
  const read = (part: Buffer) => {
    output = (output + part.toString()).slice(-65_536);
    const found = pattern.exec(output);
    if (found !== null) resolve(found);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  child.once('exit', (code) => reject(new Error(`a process ended with ${code}: ${output}`)));
  child.once('error', reject);
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  return await promise.finally(() => signal.removeEventListener('abort', stop));
}
