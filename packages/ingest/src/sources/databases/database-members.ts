import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@sdq/contract';
import type { Member } from '../archives/member.ts';
import type { Opening } from '../opened.ts';
import type { ProcessReport } from './process-report.ts';

const reportBytesMax = 1 << 16;
/** How often the size of a written file is compared with the limit. */
const sizeCheckMs = 200;

const listBytesMax = 1 << 26;

/** The process may use this for JavaScript, in MiB; the databases have limits of their own. */
const heapMebibytesMax = 256;

/** The tables and views of a database file, each read in a process of its own. Errors: `file_malformed`. */
export async function databaseMembers(
  { path, name }: { path: string; name: string },
  kind: 'sqlite' | 'duckdb',
  opening: Opening,
): Promise<Member[]> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of output(
    [kind, path],
    name,
    { ...opening, limits: listLimits(opening) },
    () => {},
  )) {
    bytes += chunk.length;
    if (bytes > listBytesMax) throw unreadable(name, 'the list of its tables is too long');
    chunks.push(chunk);
  }
  const tables = JSON.parse(Buffer.concat(chunks).toString('utf8')) as string[];
  return tables.map((table) => ({
    name: table,
    kind: 'table',
    size: undefined,
    content: () => rowsOf(table, { path, name, kind }, opening),
  }));
}

const listMs = 60_000;

function listLimits({ limits }: Opening) {
  return { ...limits, tableMsMax: listMs };
}

interface DatabaseFile {
  readonly path: string;
  readonly name: string;
  readonly kind: 'sqlite' | 'duckdb';
}

/** The rows of a table as the content of a file. */
async function* rowsOf(
  table: string,
  { path, name, kind }: DatabaseFile,
  opening: Opening,
): AsyncGenerator<Uint8Array> {
  const shown = `${name}/${table}`;
  const onReport = ({ binaryColumns = [] }: ProcessReport) => {
    for (const column of binaryColumns) {
      opening.skips.add({ name: `${shown}.${column}`, reason: 'a column of binary values' });
    }
  };
  if (kind === 'sqlite') {
    yield* output([kind, path, table], shown, opening, onReport);
    return;
  }
  const file = opening.spool.path('.parquet');
  const watch = new AbortController();
  const signal =
    opening.signal === undefined ? watch.signal : AbortSignal.any([opening.signal, watch.signal]);
  const timer = setInterval(async () => {
    const info = await stat(file).catch(() => undefined);
    if ((info?.size ?? 0) > opening.limits.bytesMax) watch.abort(tooLarge(shown, opening.limits.bytesMax));
  }, sizeCheckMs);
  try {
    for await (const _ of output([kind, path, table, file], shown, { ...opening, signal }, onReport)) {
      // DuckDB writes to a file only.
    }
    yield* createReadStream(file);
  } finally {
    clearInterval(timer);
    await rm(file, { force: true });
  }
}

/** What the process writes. Errors: `file_malformed` with its reason; `source_limit` after the time for a table. */
async function* output(
  words: readonly string[],
  name: string,
  { limits, signal }: Opening,
  onReport: (report: ProcessReport) => void,
): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  const child = start(words);
  let isLate = false;
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, limits.tableMsMax);
  signal?.addEventListener('abort', kill);
  const report = readReport(child);
  const ended = new Promise<string | number>((resolve) => {
    child.once('close', (code, by) => resolve(by ?? code ?? 0));
    child.once('error', (error) => resolve(error.message));
  });
  try {
    if (child.stdout !== null) yield* child.stdout;
    const end = await ended;
    signal?.throwIfAborted();
    if (isLate) throw tooSlow(name, limits.tableMsMax);
    const told = await report;
    if (end !== 0) throw unreadable(name, told.error ?? `its process ended with ${end}`);
    onReport(told);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    kill();
  }
}

function start(words: readonly string[]): ChildProcess {
  const program = fileURLToPath(
    new URL(`./database-process${extname(import.meta.filename)}`, import.meta.url),
  );
  const options = [
    ...process.execArgv,
    `--max-old-space-size=${heapMebibytesMax}`,
    '--disable-warning=ExperimentalWarning',
  ];
  return spawn(process.execPath, [...options, program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ELECTRON_RUN_AS_NODE: '1' }, // in Electron, process.execPath is not Node
  });
}

async function readReport({ stderr }: ChildProcess): Promise<ProcessReport> {
  let text = '';
  for await (const chunk of stderr ?? []) if (text.length < reportBytesMax) text += String(chunk);
  try {
    return JSON.parse(text) as ProcessReport;
  } catch {
    return text === '' ? {} : { error: text.split('\n', 1)[0] ?? '' };
  }
}

function unreadable(name: string, reason: string): AppError {
  return new AppError(
    'file_malformed',
    `The database "${name}" cannot be read: ${reason.replace(/\.$/, '')}`,
    {
      hint: 'Close the programs that use it; or export the table as CSV or Parquet, and import that.',
    },
  );
}

function tooLarge(name: string, bytesMax: number): AppError {
  return new AppError('source_limit', `"${name}" has more than ${bytesMax.toLocaleString('en-US')} bytes`, {
    hint: 'Export its rows as Parquet, and import that.',
  });
}

function tooSlow(name: string, tableMsMax: number): AppError {
  return new AppError('file_malformed', `"${name}" was not read within ${tableMsMax / 1000} s`, {
    hint: 'If it is a view, export its rows as CSV or Parquet, and import that.',
  });
}
