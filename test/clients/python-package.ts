import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { toolPath } from '../support/tools.ts';

/** The folder of the Python package. */
export const pythonPackage = fileURLToPath(new URL('../../packages/client-python/', import.meta.url));

/** Runs Python in the package's folder, on its sources; resolves with the exit code and all that it wrote. */
export function python(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(toolPath('python'), words, {
      cwd: pythonPackage,
      env: { ...process.env, PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1', NO_COLOR: '1', ...env },
    });
    let text = '';
    const read = (part: Buffer) => {
      text += part.toString();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, text }));
  });
}
