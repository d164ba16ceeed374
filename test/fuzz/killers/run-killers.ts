import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInCatalog } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { livingRows, openSnapshot } from '@sdq/index';
import { baseRelation } from '../../../packages/core/src/backends/duckdb/access-paths/base-scan/base-scan.ts';
import { admit } from '../../../packages/core/src/gate/admit/admit.ts';
import { Parser } from '../../../packages/core/src/gate/parse/parser.ts';
import { writeSmallIndex } from '../../support/small-index.ts';
import { Random } from '../sql/random.ts';
import type { Ran } from './killer-child.ts';
import { KillerGrammar } from './killer-grammar.ts';
import { type Overload, offeredOverloads } from './overloads.ts';

export interface Killer {
  readonly seed: number;
  /** What ended: `signal SIGSEGV`, `invalidated`, `stuck`. */
  readonly end: string;
  readonly message: string;
  readonly sql: string;
}

export interface KillersSummary {
  seed: number;
  statements: number;
  admitted: number;
  answered: number;
  /** Statements that ended the process or its database, one for each kind of end. */
  killers: Killer[];
  /** How often each kind of end came. */
  ends: Record<string, number>;
  seconds: number;
}

const child = fileURLToPath(new URL('./killer-child.ts', import.meta.url));
/** A child that says nothing for so long is killed. */
const silentMsMax = 4_000;
const tables = ['videos'];

export function killerStatement(seed: number, overloads: readonly Overload[]): string {
  return new KillerGrammar(new Random(seed), overloads).statement();
}

/** Generates statements, and runs those that the gate admits in a process that may end. */
export async function runKillers(options: {
  statements: number;
  seconds: number;
  seed: number;
  signal?: AbortSignal;
}): Promise<KillersSummary> {
  await using runner = await DisposableRunner.open();
  await using parser = await Parser.open();
  const overloads = await offeredOverloads();
  const startedAt = performance.now();
  const summary: KillersSummary = {
    seed: options.seed,
    statements: 0,
    admitted: 0,
    answered: 0,
    killers: [],
    ends: {},
    seconds: 0,
  };
  while (summary.statements < options.statements && !options.signal?.aborted) {
    summary.seconds = (performance.now() - startedAt) / 1000;
    if (summary.seconds >= options.seconds) break;
    const seed = options.seed + summary.statements++;
    const sql = killerStatement(seed, overloads);
    if (!(await isAdmitted(parser, sql))) continue;
    summary.admitted++;
    const { end, message } = await runner.run(sql);
    if (end === 'rows') summary.answered++;
    if (end === 'rows' || end === 'error') continue;
    const kind = kindOf(end, message, sql);
    summary.ends[kind] = (summary.ends[kind] ?? 0) + 1;
    if (summary.ends[kind] > 3) continue;
    summary.killers.push({ seed, end, message, sql });
  }
  return summary;
}

async function isAdmitted(parser: Parser, sql: string): Promise<boolean> {
  try {
    admit(await parser.parse(sql, undefined, { tables }), { tables });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Ends of one kind have one cause, as far as can be told. */
function kindOf(end: string, message: string, sql: string): string {
  if (end !== 'invalidated')
    return `${end}: ${[...sql.matchAll(/\b([a-z_]\w+)\(/g)].map(([, name]) => name)[0]}`;
  const text = /exception_message":"(.*?)(?:\\n|")/s.exec(message)?.[1] ?? message;
  return `${end}: ${text.replaceAll(/\d+/g, '#').slice(0, 120)}`;
}

/** Runs statements in a process that is replaced when it ends. */
export class DisposableRunner implements AsyncDisposable {
  readonly #folder: string;
  readonly #videos: string;
  #child: ChildProcess | undefined;

  private constructor(folder: string, videos: string) {
    this.#folder = folder;
    this.#videos = videos;
  }

  static async open(): Promise<DisposableRunner> {
    const folder = await mkdtemp(join(tmpdir(), 'sdq-killers-'));
    await writeSmallIndex(folder, 400);
    const snapshot = await openSnapshot(folder);
    const table = builtInCatalog.find('shortvideo', 'videos');
    if (table === undefined) throw new Error('There is no table videos');
    const files = snapshot.files(table);
    const living = () => livingRows(snapshot.root, table, { files, masks: [] });
    const relation = baseRelation({ table, living }, files);
    return new DisposableRunner(folder, relation);
  }

  async #start(): Promise<ChildProcess> {
    const started = fork(child, [join(this.#folder, 'data'), this.#videos], {
      execArgv: ['--conditions=@sdq/source'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const early = once(started, 'exit').then(() =>
      Promise.reject(new Error('The process that runs statements did not start')),
    );
    await Promise.race([once(started, 'message'), early]);
    early.catch(() => {});
    return started;
  }

  async run(sql: string): Promise<{ end: string; message: string }> {
    const running = this.#child ?? (await this.#start());
    this.#child = running;
    const { promise, resolve } = Promise.withResolvers<{ end: string; message: string }>();
    const onMessage = (ran: Ran) => resolve(ran);
    const onExit = (code: number | null, signal: string | null) =>
      resolve({ end: signal === null ? `exit code ${code}` : `signal ${signal}`, message: '' });
    const timer = setTimeout(() => resolve({ end: 'stuck', message: 'says nothing' }), silentMsMax);
    running.once('message', onMessage);
    running.once('exit', onExit);
    running.send(sql, () => {});
    const ran = await promise;
    clearTimeout(timer);
    running.off('message', onMessage);
    running.off('exit', onExit);
    if (ran.end !== 'rows' && ran.end !== 'error') {
      running.kill('SIGKILL');
      this.#child = undefined;
    }
    return ran;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child?.kill('SIGKILL');
    await rm(this.#folder, { recursive: true, force: true });
  }
}
