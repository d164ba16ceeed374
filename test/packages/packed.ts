import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toolsFolder } from '../support/tools.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Ran {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end in a folder, with the settings of npm that name this repository left out. */
export function run(
  program: string,
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Ran> {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_(cache|registry))/i.test(name));
  const options = { cwd, env: { ...Object.fromEntries(own), NODE_OPTIONS: '', ...env }, maxBuffer: 1 << 26 };
  return new Promise((resolve) => {
    execFile(program, words, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? null), stdout, stderr }),
    );
  });
}

/** Packs all packages that are not private into a folder, as npm would publish them; resolves with the files. */
export async function packAll(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const words = ['pack', '--workspaces', '--ignore-scripts', '--pack-destination', folder];
  const { code, stderr } = await run('npm', words, root);
  if (code !== 0) throw new Error(stderr);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.tgz') && !name.includes('bench'));
  return names.map((name) => join(folder, name));
}

export interface Installed extends AsyncDisposable {
  /** The folder of an application into which the packed packages are installed, and nothing of this repository. */
  readonly folder: string;
  readonly tarballs: readonly string[];
}

/** Installs all packed packages into an empty folder. */
export async function installPacked(): Promise<Installed> {
  const parent = await mkdtemp(join(tmpdir(), 'sdq-packed-'));
  const folder = join(parent, 'app');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"name": "app", "private": true, "type": "module"}');
  const tarballs = await packAll(join(parent, 'packed'));
  const words = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs];
  const { code, stderr } = await run('npm', words, folder);
  if (code !== 0) throw new Error(stderr);
  return { folder, tarballs, [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }) };
}

/** The executable of a version of Node that `npm run tools` installs, or, as 24, the one that runs the tests. */
export function nodeOf(version: 20 | 22 | 24 | 26): string {
  const name = `node-${version}-${process.platform}-${process.arch}`;
  return version === 24 ? process.execPath : join(toolsFolder, 'node_modules', name, 'bin/node');
}

/** A PATH on which this executable is `node`. */
export function pathWith(node: string): string {
  return [dirname(node), process.env.PATH].join(delimiter);
}
