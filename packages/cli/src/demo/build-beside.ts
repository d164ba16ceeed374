import { spawn } from 'node:child_process';
import type { Context } from '../context.ts';

/**
 * Builds what makes queries fast in a process of its own, while the service answers already; it takes the new
 * snapshot up when it is there. Ends with the service. A build that fails is told, and disturbs nothing.
 */
export function buildBeside(index: string, context: Context): void {
  const [main = ''] = process.argv.slice(1);
  const child = spawn(
    process.execPath,
    [...process.execArgv, main, 'index', 'build', '--index', index, '--quiet'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let told = '';
  child.stderr.on('data', (part: Buffer) => {
    told = (told + part.toString()).slice(-2_000);
  });
  const stop = () => child.kill('SIGINT');
  context.signal.addEventListener('abort', stop, { once: true });
  child.on('error', (error) => void context.stderr.line(`sdq: the index cannot be built: ${error.message}`));
  child.on('exit', (code) => {
    context.signal.removeEventListener('abort', stop);
    if (code !== 0 && !context.signal.aborted)
      void context.stderr.line(`sdq: building the index failed; queries go on without it\n${told.trim()}`);
  });
}
