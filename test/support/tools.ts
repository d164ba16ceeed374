/**
 * Programs and packages that some tests need and a machine may lack. A test without its tool is skipped, and fails in
 * place of that where `SDQ_REQUIRE_<TOOL>=1` is set, as `.ci/run` does: `describe.skipIf(isMissing('postgres'))`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `npm run tools` installs. */
export const toolsFolder = fileURLToPath(new URL('../tools/', import.meta.url));

interface Tool {
  /** Its path, or that of the folder it lies in; undefined where it is missing. */
  find(): string | undefined;
  readonly install: string;
}

const debian = (name: string) => `Debian: apt-get install ${name}`;
const byNpm = 'npm run tools';

const tools = {
  postgres: {
    find: () => folderOf('initdb', globSync('/usr/lib/postgresql/*/bin').sort().reverse()),
    install: debian('postgresql'),
  },
  browser: {
    find: () => process.env.CHROMIUM ?? programOf('chromium', 'chromium-browser', 'google-chrome'),
    install: `${debian('chromium')}, or its path in CHROMIUM`,
  },
  firefox: {
    find: () => process.env.FIREFOX ?? programOf('firefox-esr', 'firefox'),
    install: debian('firefox-esr'),
  },
  puppeteer: { find: () => existing(join(toolsFolder, 'node_modules/puppeteer-core')), install: byNpm },
  deno: { find: () => packagedProgram('@deno/*/deno'), install: byNpm },
  bun: { find: () => packagedProgram('@oven/*/bin/bun'), install: byNpm },
  psql: { find: () => programOf('psql'), install: debian('postgresql-client') },
  java: { find: () => programOf('java'), install: debian('openjdk-17-jdk-headless') },
  jdbc: {
    find: () => existing('/usr/share/java/postgresql.jar'),
    install: debian('libpostgresql-jdbc-java'),
  },
  rpostgresql: {
    find: () => existing('/usr/lib/R/site-library/RPostgreSQL'),
    install: debian('r-cran-rpostgresql'),
  },
  curl: { find: () => programOf('curl'), install: debian('curl') },
  jq: { find: () => programOf('jq'), install: debian('jq') },
  prlimit: { find: () => programOf('prlimit'), install: debian('util-linux') },
  tmpfs: { find: findTmpfs, install: 'leave to mount: run as root, outside a restricted container' },
  nginx: {
    find: () => programOf('nginx') ?? existing('/usr/sbin/nginx'),
    install: debian('nginx-light'),
  },
  caddy: { find: () => programOf('caddy'), install: debian('caddy') },
  systemd: { find: () => programOf('systemd-analyze'), install: debian('systemd') },
  promtool: { find: () => programOf('promtool'), install: debian('prometheus') },
  strace: { find: findStrace, install: `${debian('strace')}, and leave to trace` },
  python: { find: () => existing(join(toolsFolder, '.venv/bin/python')), install: byNpm },
  clickhouse: { find: findClickHouse, install: `${byNpm} (Linux on x64)` },
  polars: { find: () => existing(join(toolsFolder, 'node_modules/nodejs-polars')), install: byNpm },
  checkers: { find: () => existing(join(toolsFolder, 'node_modules/publint')), install: byNpm },
  nodes: { find: findNode, install: `${byNpm} (Linux on x64)` },
  assemblyscript: { find: () => existing(join(toolsFolder, 'node_modules/assemblyscript')), install: byNpm },
} as const satisfies Record<string, Tool>;

export type ToolName = keyof typeof tools;

export const toolNames = Object.keys(tools) as ToolName[];

const found = new Map<ToolName, string | undefined>();

/** Where the tool lies; undefined where it is missing. */
export function findTool(name: ToolName): string | undefined {
  if (!found.has(name)) found.set(name, tools[name].find());
  return found.get(name);
}

/** Where the tool lies. Throws where it is missing, with the command that installs it. */
export function toolPath(name: ToolName): string {
  const path = findTool(name);
  if (path === undefined) throw new Error(`there is no ${name} on this machine: ${tools[name].install}`);
  return path;
}

/** Whether tests that need the tool are skipped. Throws where it is missing and `SDQ_REQUIRE_<TOOL>=1` asks for it. */
export function isMissing(name: ToolName): boolean {
  if (process.env[requirement(name)] === '1') toolPath(name);
  return findTool(name) === undefined;
}

/** The variable that makes the tool's absence a failure. */
export function requirement(name: ToolName): string {
  return `SDQ_REQUIRE_${name.toUpperCase()}`;
}

function folderOf(program: string, folders: readonly string[] = []): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter);
  return [...folders, ...path].find((folder) => existsSync(join(folder, program)));
}

function programOf(...programs: readonly string[]): string | undefined {
  for (const program of programs) {
    const folder = folderOf(program);
    if (folder !== undefined) return join(folder, program);
  }
  return undefined;
}

/** A program in a package of this platform: what `npm run tools` installs runs no scripts that would link it. */
function packagedProgram(pattern: string): string | undefined {
  return globSync(join(toolsFolder, 'node_modules', pattern))[0];
}

function existing(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}

/** Another version of Node than the one that runs the tests. */
function findNode(): string | undefined {
  const name = `node-22-${process.platform}-${process.arch}`;
  return existing(join(toolsFolder, 'node_modules', name, 'bin/node'));
}

/** chDB, whose library holds a whole server, and what calls it. */
function findClickHouse(): string | undefined {
  const parts = ['ffi-rs', '@chdb/lib-linux-x64-gnu/libchdb.so', 'chdb'];
  const paths = parts.map((part) => existing(join(toolsFolder, 'node_modules', part)));
  return paths.includes(undefined) ? undefined : paths.at(-1);
}

/** Whether a small file system can be mounted. */
function findTmpfs(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'sdq-tmpfs-'));
  try {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status !== 0) return undefined;
    spawnSync('umount', [folder]);
    return 'mount';
  } finally {
    rmdirSync(folder);
  }
}

/** It may be there and not be allowed to trace. */
function findStrace(): string | undefined {
  const program = programOf('strace');
  if (program === undefined) return undefined;
  return spawnSync(program, ['-qq', '-e', 'trace=connect', 'true']).status === 0 ? program : undefined;
}
