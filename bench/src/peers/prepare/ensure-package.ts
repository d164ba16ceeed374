import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

/** Packages that only the benchmark's peers need. They are large (ClickHouse: 550 MB), so no dependency names them. */
export const peerPackages = {
  chdb: { version: '3.4.0', bytes: 600 * 2 ** 20 },
  'nodejs-polars': { version: '0.26.1', bytes: 150 * 2 ** 20 },
} as const;

export type PeerPackage = keyof typeof peerPackages;

const stderrCharactersMax = 4_096;

/** Installs a package into a folder of its own below `directory`, unless it is there; settles with that folder. */
export async function ensurePackage(
  name: PeerPackage,
  directory: string,
  onProgress: (text: string) => void,
  signal?: AbortSignal,
): Promise<string> {
  const folder = join(directory, name);
  const { version, bytes } = peerPackages[name];
  if ((await installedVersion(folder, name)) === version) return folder;
  onProgress(`installing ${name} ${version} (${Math.round(bytes / 2 ** 20)} MiB) into ${folder}`);
  await mkdir(folder, { recursive: true });
  await npmInstall(folder, `${name}@${version}`, signal);
  return folder;
}

async function installedVersion(folder: string, name: string): Promise<string | undefined> {
  try {
    const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  } catch {
    return undefined; // not installed
  }
}

async function npmInstall(folder: string, specifier: string, signal?: AbortSignal): Promise<void> {
  const words = ['install', '--prefix', folder, specifier, '--no-audit', '--no-fund', '--ignore-scripts'];
  const child = spawn('npm', [...words, '--save-exact'], {
    cwd: folder,
    // The node that runs this is the one the packages must fit.
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrCharactersMax);
  });
  await new Promise<void>((settle, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      const errors = stderr.split('\n').filter((line) => line.startsWith('npm error'));
      if (code === 0) settle();
      else reject(new Error(`npm could not install ${specifier}: ${errors[0] ?? `exit code ${code}`}`));
    });
  });
}
