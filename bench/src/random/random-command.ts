import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { builtInCatalog } from '@sdq/catalog';
import { type Command, Option } from 'commander';
import type { BenchHooks } from '../bench-hooks.ts';
import { locations } from '../data/locations.ts';
import { type BenchOptions, parseCount, spellRows } from '../options.ts';
import { kinds } from './kinds.ts';
import { faultsOf } from './report/figures.ts';
import { randomMarkdown } from './report/random-markdown.ts';
import type { RandomReport } from './report/random-report.ts';
import type { RandomOptions } from './run/random-options.ts';
import { runRandom } from './run-random.ts';

/** The flags of random questions, beside those of the benchmark. */
export type RandomFlags = Partial<Pick<RandomOptions, 'random' | 'kinds' | 'questions'>> &
  Pick<RandomOptions, 'seed' | 'platform'> & { readonly listKinds?: true };

/** Adds the flags of random questions to the benchmark's command. */
export function withRandomOptions(command: Command): Command {
  return command
    .option('--random <count>', 'ask so many random questions instead of the workload', parseCount(100_000))
    .option('--seed <number>', 'of random questions', parseCount(1_000_000_000), 1)
    .option('--kinds <names>', 'only random questions of these kinds', (text) => text.split(','))
    .option('--list-kinds', 'list the kinds of random questions')
    .option('--questions <file>', 'write the random questions to a file and measure nothing')
    .addOption(
      new Option('--platform <name>', 'whose tables random questions are about')
        .choices([...builtInCatalog.platforms])
        .default('shortvideo'),
    );
}

/** One line for each kind. */
export function listKinds(): string {
  const width = Math.max(...kinds.map(({ name }) => name.length));
  const lines = kinds.map(
    ({ name, description, reads, text }) =>
      `${name.padEnd(width)}  ${reads.padEnd(4)}  ${description}${text ? ' (text search)' : ''}`,
  );
  return `${lines.join('\n')}\n`;
}

/** Asks random questions, writes the report, and prints it; resolves with whether it is a clean result. */
export async function random(
  flags: RandomFlags & BenchOptions & { readonly random: number },
  command: Command,
  words: readonly string[],
  hooks: BenchHooks,
): Promise<boolean> {
  const isDefault = (name: string) => command.getOptionValueSource(name) === 'default';
  const options: RandomOptions = {
    ...flags,
    peers: isDefault('peers') ? ['duckdb', 'duckdb-native', 'clickhouse-mergetree'] : flags.peers,
    runs: isDefault('runs') ? 1 : flags.runs,
    timeout: isDefault('timeout') ? 30 : flags.timeout,
  };
  const report = await runRandom(options, ['npm run bench --', ...words].join(' '), hooks);
  if (report === undefined) {
    process.stderr.write(`written: ${options.questions}\n`);
    return true;
  }
  const markdown = randomMarkdown(report);
  const name = nameOf(report, options);
  const paths = {
    json: pathOf(flags.json, locations.randomReport(name, 'json')),
    markdown: pathOf(flags.markdown, locations.randomReport(name, 'md')),
  };
  await write(paths.json, `${JSON.stringify(report, null, 1)}\n`);
  await write(paths.markdown, markdown);
  process.stdout.write(markdown);
  process.stderr.write(`written: ${paths.json}, ${paths.markdown}\n`);
  if (report.settings.count < report.settings.wanted) process.exitCode = 130;
  const faults = faultsOf(report);
  if (faults.length > 0)
    process.stderr.write(`bench: not a clean result: ${faults.length} faults, see the report’s head\n`);
  return faults.length === 0;
}

/** Results of some kinds, or of other platforms, are not stored together with those of all of shortvideo. */
function nameOf({ data, settings }: RandomReport, { kinds: some, platform }: RandomOptions): string {
  const rows = spellRows(data.tables[0]?.rows ?? 0);
  const ofPlatform = platform === 'shortvideo' ? '' : `${platform}-`;
  return `${ofPlatform}${rows}-${settings.seed}${some === undefined ? '' : `-${some.join('-').slice(0, 60)}`}`;
}

function pathOf(given: string | true | undefined, usual: string): string {
  return typeof given === 'string' ? given : usual;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
