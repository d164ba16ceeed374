import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../deploy/sdq', import.meta.url));

/** An installed service as an operator has it: a folder of packages, a file of settings, and the command beside it. */
export class InstalledService {
  readonly #folder: string;
  readonly #settings: string;
  #running: ChildProcess | undefined;

  constructor(folder: string, settings: string) {
    this.#folder = folder;
    this.#settings = settings;
  }

  /** Runs a command to its end; its standard output. Rejects with its standard error when it fails. */
  async run(...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.try(...words);
    if (code !== 0) throw new Error(`sdq ${words.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  async json(...words: string[]) {
    return JSON.parse(await this.run(...words, '--json'));
  }

  try(...words: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      const child = execFile(
        script,
        words,
        { env: this.#environment(), timeout: 120_000 },
        (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
      );
    });
  }

  /** Starts a command and kills it when a condition is met, as a crash of the machine would; or it ends before. */
  async killWhen(isTime: () => boolean, ...words: string[]): Promise<void> {
    const child = spawn(script, words, { env: this.#environment(), stdio: 'ignore', detached: true });
    const ended = once(child, 'exit');
    while (child.exitCode === null && child.signalCode === null) {
      if (isTime() && child.pid !== undefined) {
        process.kill(-child.pid, 'SIGKILL');
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await ended;
  }

  /** Starts `sdq serve`; its address. `within` wraps the command line. */
  async start(within: (command: readonly string[]) => string[] = (command) => [...command]): Promise<string> {
    const [program = '', ...words] = within([script, 'serve', '--port', '0']);
    const child = spawn(program, words, {
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#running = child;
    let errors = '';
    child.stderr.on('data', (part: Buffer) => {
      errors = (errors + part.toString()).slice(-10_000);
    });
    return await new Promise((resolve, reject) => {
      let told = '';
      child.stdout.on('data', (part: Buffer) => {
        told += part.toString();
        const [, url] = / at (http:\S+)/.exec(told) ?? [];
        if (url !== undefined) resolve(url);
      });
      child.once('exit', () => reject(new Error(`the service did not start: ${told}${errors}`)));
    });
  }

  /** Sends a signal to the service and its command; its exit code. */
  async stop(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#running;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null)
      return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    // SIGKILL takes the whole group, as the loss of the machine would; others go to the command, which passes them on
    process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal);
    await ended;
    return child.exitCode;
  }

  #environment(): NodeJS.ProcessEnv {
    return {
      // the Node.js of the tests is that of the machine
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      SDQ_INSTALLATION: this.#folder,
      SDQ_ENVIRONMENT_FILE: this.#settings,
      SDQ_USER: process.env.USER ?? 'root',
      NODE_COMPILE_CACHE: join(this.#folder, '.cache'),
    };
  }
}
