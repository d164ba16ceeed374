/**
 * Assembles what a machine needs to run the service, in a new folder: the built packages that the command uses, as npm
 * would publish them, and their dependencies in the versions of the lockfile. Tests, the benchmark, sources and
 * dependencies of development are left out. It needs `npm ci` before.
 *
 *     node scripts/assemble-service.ts /opt/sdq
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const target = process.argv[2] === undefined ? undefined : resolve(process.argv[2]);
if (target === undefined || existsSync(join(target, 'package.json'))) {
  console.error('Name a folder that is empty or does not exist: node scripts/assemble-service.ts FOLDER');
  process.exit(2);
}

interface Package {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  scripts?: Record<string, string>;
  [field: string]: unknown;
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Package;
const folders = new Map(
  globSync(['packages/*/package.json', 'data/package.json'], { cwd: root }).map((path) => [
    read(join(root, path)).name,
    dirname(path),
  ]),
);

const needed = new Set(['@sdq/cli']);
for (const name of needed) {
  const { dependencies = {} } = read(join(root, folders.get(name) ?? '', 'package.json'));
  for (const each of Object.keys(dependencies)) if (folders.has(each)) needed.add(each);
}

const workspaces = [...needed].map((name) => folders.get(name) ?? '').sort();
for (const folder of workspaces) {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'], {
    cwd: join(root, folder),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }];
  if (!files.some(({ path }) => path.startsWith('dist/'))) {
    throw new Error(`${folder} is not built: run npm run build`);
  }
  for (const { path } of files) {
    const to = join(target, folder, path);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(root, folder, path), to);
  }
  const { devDependencies: _tools, scripts: _scripts, ...rest } = read(join(root, folder, 'package.json'));
  writeFileSync(join(target, folder, 'package.json'), `${JSON.stringify(rest, undefined, 2)}\n`);
}
const { name, version, license } = read(join(root, 'package.json'));
const whole = { name, version, private: true, license, type: 'module', workspaces };
writeFileSync(join(target, 'package.json'), `${JSON.stringify(whole, undefined, 2)}\n`);
cpSync(join(root, 'package-lock.json'), join(target, 'package-lock.json'));

const npm = (...words: string[]) => execFileSync('npm', words, { cwd: target, stdio: 'inherit' });
// what only the left-out packages need leaves the lockfile; versions and hashes of the rest stay
npm('install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund');
npm('ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund');
console.log(`The service ${version} is in ${target}: node node_modules/@sdq/cli/dist/main.js serve`);
