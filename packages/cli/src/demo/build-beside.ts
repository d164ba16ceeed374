import { spawn } from 'node:child_process';
import type { Context } from '../context.ts';

/**
 * Builds query acceleration structures in a separate process while the service runs; the service loads the new snapshot
 * when it is published. The build ends with the service. A failed build is reported and does not stop the service.
 */
export function buildBeside(index: string, context: Context): void {
  const [main = ''] = process.argv.slice(1);
  const child = spawn(
    process.execPath,
    [...process.execArgv, main, 'index', 'build', '--index', index, '--quiet'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let errorOutput = '';
  child.stderr.on('data', (part: Buffer) => {
    errorOutput = (errorOutput + part.toString()).slice(-2_000);
  });
  const stop = () => child.kill('SIGINT');
  context.signal.addEventListener('abort', stop, { once: true });
  child.on(
    'error',
    (error) => void context.stderr.line(`warning: Cannot start the index build: ${error.message}`),
  );
  child.on('exit', (code) => {
    context.signal.removeEventListener('abort', stop);
    if (code !== 0 && !context.signal.aborted)
      void context.stderr.line(
        `warning: The index build failed; queries run without acceleration structures\n${errorOutput.trim()}`,
      );
  });
}
