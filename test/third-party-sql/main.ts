import { stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '@sdq/contract';
import { corpusOf } from './corpus/corpus.ts';
import { demoIndex } from './databases/demo-index.ts';
import { PlainDatabase } from './databases/plain-database.ts';
import { readOptions, usage, type VerifyCommand } from './options.ts';
import { findFiles, readFiles } from './read/read-folder.ts';
import { reportMarkdown } from './report/markdown.ts';
import { isFaultless, makeReport, type Report } from './report/report.ts';
import type { Statement } from './statement.ts';
import { openDatabases, verify } from './verify.ts';

const progressMs = 5_000;
const demoRows = 20_000;

async function run(command: VerifyCommand, signal: AbortSignal): Promise<Report> {
  const startedAt = performance.now();
  const files = command.path === undefined ? undefined : await findFiles(command.path);
  await using demo =
    command.index === undefined ? await demoIndex({ rows: demoRows, signal, onProgress: say }) : undefined;
  const index = resolve(command.index ?? demo?.path ?? '');
  const options = { index, platform: command.platform, timeoutMs: command.timeoutMs };
  // Scripts prepare their tables in a database of their own.
  await using preparing = new PlainDatabase(options);
  await using databases = await openDatabases(options);
  const statements =
    files === undefined
      ? corpusOf(command.seed)
      : readFiles(
          resolve(command.path ?? ''),
          files.map((file) => resolve(file)),
          preparing,
        );
  let told = performance.now();
  const verdicts = await verify(limited(statements, command.limit), databases, {
    signal,
    onVerdict: (_, done) => {
      if (performance.now() - told < progressMs) return;
      told = performance.now();
      say(`${done} statements`);
    },
  });
  return makeReport(verdicts, {
    subject: command.path ?? `the own corpus, seed ${command.seed}`,
    index: command.index ?? `a generated index of ${demoRows} videos`,
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    isInterrupted: signal.aborted,
    only: command.only,
  });
}

async function* limited(statements: Iterable<Statement> | AsyncIterable<Statement>, limit: number) {
  let count = 0;
  for await (const statement of statements) {
    if (count++ >= limit) return;
    yield statement;
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function write(report: Report, { report: file, json }: VerifyCommand): Promise<void> {
  const texts = { json: `${JSON.stringify(report, null, 2)}\n`, markdown: `${reportMarkdown(report)}\n` };
  if (file !== undefined) {
    await writeFile(file, texts.markdown);
    await writeFile(`${file.replace(/\.md$/, '')}.json`, texts.json);
    say(`${file}, ${file.replace(/\.md$/, '')}.json`);
  }
  if (json) process.stdout.write(texts.json);
  else if (file === undefined) process.stdout.write(texts.markdown);
}

let command: VerifyCommand;
try {
  command = readOptions();
  if (!command.help && command.path !== undefined) await findFiles(command.path);
  if (command.index !== undefined) {
    await stat(command.index).catch(() => {
      throw new Error(`There is no index ${command.index}`);
    });
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}`);
  process.exit(2);
}
if (command.help) process.stdout.write(usage);
else {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (interruption.signal.aborted ? process.exit(130) : interruption.abort()));
  }
  say(`verifying ${command.path ?? 'the own corpus'}`);
  process.exitCode = await runAndWrite(command, interruption.signal);
}

/** The exit code. */
async function runAndWrite(options: VerifyCommand, signal: AbortSignal): Promise<number> {
  let report: Report;
  try {
    report = await run(options, signal);
  } catch (error) {
    if (signal.aborted) return 130;
    if (!(error instanceof AppError)) throw error;
    say(`${error.code}: ${error.message}`);
    return 2;
  }
  await write(report, options);
  const counts = Object.entries(report.counts).map(([outcome, count]) => `${count} ${outcome}`);
  say(`${report.statements} statements: ${counts.join(', ')}`);
  if (report.isInterrupted) return 130;
  return isFaultless(report) ? 0 : 1;
}
