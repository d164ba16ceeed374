/**
 * Checks what a release needs: one version in all packages, in the Python package and in CHANGELOG.md; packages whose
 * files are those that users need; and, with --publish, what npm would publish. It publishes nothing.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const faults: string[] = [];

interface PackageFacts {
  version: string;
  license?: string;
  engines?: { node?: string };
  publishConfig?: { access?: string };
  dependencies?: Record<string, string>;
}

/** Packages that run anywhere, and those that need zstd and SQLite of Node. */
const nodeVersions = ['>=20.19', '>=22.15'];

const { version } = JSON.parse(read('package.json')) as { version: string };
const paths = [...globSync('packages/*/package.json', { cwd: root }), 'data/package.json'];
for (const path of paths) {
  const facts = JSON.parse(read(path)) as PackageFacts;
  if (facts.license !== 'UNLICENSED') faults.push(`${path}: license is not UNLICENSED`);
  if (facts.publishConfig?.access !== 'restricted') faults.push(`${path}: publishConfig is not restricted`);
  if (!nodeVersions.includes(facts.engines?.node ?? ''))
    faults.push(`${path}: engines is none of ${nodeVersions}`);
  if (facts.version !== version) faults.push(`${path}: version ${facts.version}, not ${version}`);
  for (const [name, wanted] of Object.entries(facts.dependencies ?? {}))
    if (name.startsWith('@sdq/') && wanted !== version)
      faults.push(`${path}: ${name} ${wanted}, not ${version}`);
}
for (const [path, text] of [
  ['packages/client-python/pyproject.toml', `version = "${version}"`],
  ['packages/client-python/src/sdq/__init__.py', `__version__ = "${version}"`],
  ['packages/client-python/src/sdq/protocol.py', `sdq-python/${version}`],
  ['CHANGELOG.md', `## ${version}`],
] as const)
  if (!read(path).includes(text)) faults.push(`${path}: there is no ${text}`);

/** What is installed of a package: built JavaScript and types, and the sources that their source maps name. */
const expected =
  /^(package\.json|README\.md|bin\/\w+\.js|examples\/[\w/-]+\.(json|ts)|src\/[\w/.-]+\.(ts|md|sql)|dist\/.+\.(js|css|html|svg|d\.ts|js\.map|d\.ts\.map))$/;
const published = paths
  .filter((path) => !read(path).includes('"private": true'))
  .map((path) => path.replace('/package.json', ''));
const packed = execFileSync(
  'npm',
  [
    ...['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'],
    ...published.map((path) => `--workspace=${path}`),
  ],
  { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 26 },
);
for (const { name, files } of JSON.parse(packed) as { name: string; files: { path: string }[] }[]) {
  const names = files.map((file) => file.path);
  for (const file of names.filter((each) => !expected.test(each)))
    faults.push(`${name}: ${file} would be published`);
  const built = { '@sdq/cli': ['dist/main.js', 'bin/sdq.js'], '@sdq/console': ['dist/index.html'] }[name];
  for (const needed of ['README.md', ...(built ?? ['dist/index.js', 'dist/index.d.ts'])])
    if (!names.includes(needed)) faults.push(`${name}: ${needed} is missing`);
}
if (process.argv.includes('--publish'))
  for (const path of published)
    execFileSync('npm', ['publish', '--dry-run', '--ignore-scripts', '--access', 'restricted'], {
      cwd: `${root}${path}`,
      stdio: 'inherit',
    });

for (const fault of faults) process.stderr.write(`${fault}\n`);
console.log(`release ${version}: ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;
