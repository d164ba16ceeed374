import { readFile } from 'node:fs/promises';
import { AppError, withDiskFull } from '@sdq/contract';
import type { Context } from '../context.ts';
import { asSqlFailure, reportFailure } from '../report-failure.ts';
import { Progress } from '../terminal/progress.ts';
import { durationText, plural } from '../terminal/quantities.ts';
import { type ShellVocabulary, vocabularyOf } from './completions.ts';
import { page } from './pager.ts';
import { keptOutput, type OpenFiles, outputOf, printResult } from './print-result.ts';
import type { ShellSettings } from './settings.ts';
import { shellAction } from './shell-commands.ts';
import type { ShellSource } from './shell-source.ts';
import { isBlank, splitStatements } from './split-statements.ts';

/** Results with more rows than this are not kept for a pager. */
const pagedRowsMax = 100_000;

/** Files of `.read` within files of `.read`. */
const readDepthMax = 8;

/** A query that runs longer shows that it runs. */
const progressAfterMs = 400;

/** A service that does not tell its schema in this time leaves the shell without completion. */
const vocabularyWaitMs = 10_000;

/** Runs statements and commands of the shell, whoever types them. */
export class Shell {
  readonly settings: ShellSettings;
  readonly #source: ShellSource;
  readonly #context: Context;
  readonly #files: OpenFiles = new Map();
  /** Lines of a statement that has not ended. */
  #pending = '';
  #running: AbortController | undefined;
  /** Lets the terminal go while a pager has it; resolves to take it back. */
  onPager: (work: () => Promise<void>) => Promise<void> = (work) => work();

  constructor(source: ShellSource, settings: ShellSettings, context: Context) {
    this.#source = source;
    this.settings = settings;
    this.#context = context;
  }

  /** The lines of the statement that is being typed; blank between statements. */
  get pending(): string {
    return this.#pending;
  }

  /** Cancels the query that runs, else drops the statement that is being typed; false where there is neither. */
  cancel(): boolean {
    if (this.#running !== undefined) {
      this.#running.abort(new AppError('query_cancelled', 'The query was cancelled'));
      return true;
    }
    const hadText = this.#pending !== '';
    this.#pending = '';
    return hadText;
  }

  /** Takes a line; resolves false when the shell is to end. Errors of statements and commands reject. */
  async line(line: string): Promise<boolean> {
    if (isBlank(this.#pending) && /^\s*[.\\]/.test(line)) {
      this.#pending = '';
      return await this.#command(line, 0);
    }
    const { statements, rest } = splitStatements(`${this.#pending}${line}\n`);
    this.#pending = isBlank(rest) ? '' : rest;
    for (const statement of statements) await this.#run(statement);
    return true;
  }

  /** Runs what was typed without a semicolon at the end of the input. */
  async end(): Promise<void> {
    const rest = this.#pending;
    this.#pending = '';
    if (!isBlank(rest)) await this.#run(rest.trim());
  }

  async close(): Promise<void> {
    for (const stream of this.#files.values())
      await new Promise<void>((resolve) => stream.end(() => resolve()));
  }

  /** Writes the message of an error. */
  async report(error: unknown): Promise<void> {
    await reportFailure(error, this.#context.stderr, this.#context.environment.SDQ_DEBUG === '1');
  }

  /** What Tab completes, asked once; empty where that fails. */
  async vocabulary(): Promise<ShellVocabulary> {
    const signal = AbortSignal.any([this.#context.signal, AbortSignal.timeout(vocabularyWaitMs)]);
    // Without a vocabulary the shell completes commands.
    return await this.#source
      .vocabulary(signal)
      .catch(() => vocabularyOf([], { functions: [], keywords: [] }));
  }

  async #command(line: string, depth: number): Promise<boolean> {
    const action = shellAction(line, this.settings);
    switch (action.kind) {
      case 'quit':
        return false;
      case 'say':
        await this.#context.stderr.line(action.text);
        return true;
      case 'sql':
        await this.#run(action.sql);
        return true;
      case 'read':
        return await this.#readFile(action.path, depth);
    }
  }

  async #readFile(path: string, depth: number): Promise<boolean> {
    if (depth >= readDepthMax)
      throw new AppError('usage_error', `.read is nested more than ${readDepthMax} times`);
    const text = await readFile(path, 'utf8').catch((cause: Error) => {
      throw new AppError('file_missing', `Cannot read "${path}": ${cause.message}`, { cause });
    });
    for (const line of text.split(/\r?\n/)) {
      const isCommand = isBlank(this.#pending) && /^\s*[.\\]/.test(line);
      const goesOn = isCommand ? await this.#command(line, depth + 1) : await this.line(line);
      if (!goesOn) return false;
    }
    await this.end();
    return true;
  }

  async #run(sql: string): Promise<void> {
    const controller = new AbortController();
    this.#running = controller;
    const progress = this.#showProgress();
    try {
      await this.#print(sql, AbortSignal.any([controller.signal, this.#context.signal]), progress);
    } catch (error) {
      if (this.#context.signal.aborted) throw error;
      throw asSqlFailure(sql, controller.signal.aborted ? controller.signal.reason : error);
    } finally {
      progress.stop();
      this.#running = undefined;
    }
  }

  async #print(sql: string, signal: AbortSignal, progress: { stop(): void }): Promise<void> {
    const { settings } = this;
    const { output, isFile } = await outputOf(settings, this.#files, this.#context);
    const reads = settings.mode === 'table' || settings.mode === 'line' ? 'rows' : 'bytes';
    const result = await this.#source.query(sql, { limit: settings.limit, signal, reads });
    const isPaged =
      !isFile && settings.usesPager && this.#context.stdout.isTerminal && settings.limit <= pagedRowsMax;
    if (isPaged) {
      const kept = keptOutput(this.#context.stdout.columns);
      await printResult(result, settings, kept.output, this.#context);
      progress.stop();
      await this.#show(kept.text());
    } else {
      progress.stop();
      const print = () => printResult(result, settings, output, this.#context);
      await withDiskFull({ path: isFile ? settings.output : undefined }, print);
    }
    const { rowCount, truncated, elapsedMs, cost } = await result.summary;
    const to = isFile ? [`to ${settings.output}`] : [];
    const facts = [
      plural(rowCount, 'row'),
      durationText(elapsedMs),
      ...(cost === undefined ? [] : [cost]),
      ...to,
    ];
    if (settings.showsFacts) await this.#context.stderr.line(`(${facts.join(', ')})`);
    if (truncated)
      await this.#context.stderr.line(
        `warning: output truncated to ${plural(rowCount, 'row')} (.limit changes that)`,
      );
  }

  async #show(text: string): Promise<void> {
    const { stdout, environment } = this.#context;
    const rows = process.stdout.rows ?? 24;
    if (text.split('\n').length > rows) {
      let shown = false;
      await this.onPager(async () => {
        shown = await page(text, environment);
      });
      if (shown) return;
    }
    await stdout.write(text);
  }

  /** Shows that a query runs, where it runs long. */
  #showProgress(): { stop(): void } {
    if (!this.#context.stderr.isTerminal) return { stop: () => {} };
    const progress = new Progress(this.#context.stderr);
    const startedAt = performance.now();
    const timer = setInterval(() => {
      if (performance.now() - startedAt > progressAfterMs)
        progress.update({ phase: 'running', done: 0, total: 0, note: 'Ctrl-C cancels' });
    }, 200);
    return {
      stop: () => {
        clearInterval(timer);
        progress.end();
      },
    };
  }
}
