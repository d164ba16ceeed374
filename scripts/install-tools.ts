/**
 * Installs what `test/tools` names: packages of its package-lock.json, and Python packages of its requirements.txt into
 * `.venv`. `npm run tools`, or `npm run tools -- npm` for one of the two. Run again, it changes nothing.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const folder = fileURLToPath(new URL('../test/tools/', import.meta.url));

const parts = {
  // npm ci refuses a lockfile that lacks the optional packages of other platforms; this takes its versions as well
  npm: () => run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']),
  python: () => {
    run('python3', ['-m', 'venv', '.venv']);
    // Without a network each index that is not reached costs seconds of retries for every package.
    run('.venv/bin/python', [
      ...['-m', 'pip', 'install', '--quiet', '--retries', '1', '--requirement', 'requirements.txt'],
    ]);
  },
} as const;

const usage = `npm run tools [-- PART…]

Installs heavy checkers and peers into test/tools. Parts: npm (packages), python (needs python3 with venv). Default: both.

Exit codes: 0 installed, 1 something could not be installed, 2 wrong usage.
`;

function run(program: string, words: readonly string[]): void {
  execFileSync(program, words, { cwd: folder, stdio: 'inherit' });
}

function readCommandLine() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  });
  const unknown = positionals.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) throw new Error(`there is no part ${unknown}`);
  const names = (positionals.length > 0 ? positionals : Object.keys(parts)) as (keyof typeof parts)[];
  return { names, help: values.help };
}

let read: ReturnType<typeof readCommandLine>;
try {
  read = readCommandLine();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}`);
  process.exit(2);
}
if (read.help) process.stdout.write(usage);
else
  for (const name of read.names)
    try {
      parts[name]();
    } catch (error) {
      process.stderr.write(`${name}: ${(error as Error).message}\n`);
      process.exitCode = 1;
    }
