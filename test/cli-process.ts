import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url));
const nodeFlags = ['--conditions=@sdq/source', main];

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly bytes: Buffer;
}

export interface SdqOptions {
  env?: Record<string, string>;
  cwd?: string;
  input?: string;
}

/** Runs the real command to its end. */
export function sdq(words: readonly string[], options: SdqOptions = {}): Promise<Finished> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...nodeFlags, ...words],
      {
        encoding: 'buffer',
        maxBuffer: 1 << 28,
        timeout: 60_000,
        cwd: options.cwd,
        env: environment(options.env),
      },
      (_, stdout, stderr) =>
        resolve({
          code: child.exitCode,
          stdout: stdout.toString('utf8'),
          stderr: stderr.toString('utf8'),
          bytes: stdout,
        }),
    );
    child.stdin?.end(options.input ?? '');
  });
}

/** Starts the real command and leaves it running; the caller stops it. */
export function startSdq(words: readonly string[], options: SdqOptions = {}): ChildProcess {
  return spawn(process.execPath, [...nodeFlags, ...words], {
    cwd: options.cwd,
    env: environment(options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The same command line for a shell, for tests of pipes. */
export function sdqForShell(words: readonly string[]): string {
  return [process.execPath, ...nodeFlags, ...words]
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ');
}

/** Settles when the process has written what the pattern looks for; rejects when it ends without. */
export function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    child.stderr?.on('data', (part: Buffer) => {
      errors += part.toString();
    });
    child.stdout?.on('data', (part: Buffer) => {
      output += part.toString();
      const found = pattern.exec(output);
      if (found !== null) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${output}${errors}`)));
  });
}

/** Stops a process as Ctrl-C does; settles with its exit code. */
export function interrupt(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve(child.exitCode);
    child.once('exit', (code) => resolve(code));
    child.kill('SIGINT');
  });
}

function environment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const {
    PORT: _port,
    HOST: _host,
    SDQ_HOME: _home,
    SDQ_INDEX: _index,
    SDQ_DEBUG: _debug,
    NODE_OPTIONS: _options,
    BASE_URL: _base, // the test runner's own
    ...rest
  } = process.env;
  return { ...rest, ...extra };
}
