import type { OwnTable } from '@sdq/catalog';
import { AppError, platforms, type ResultFormat, resultFormats, sqlLimits } from '@sdq/contract';
import type { QueryOptions } from '@sdq/core';
import { type Command, Option } from 'commander';
import { parseAmount } from '../arguments/dollars.ts';
import { parseTables } from '../arguments/local-tables.ts';
import { parseSqlParameters } from '../arguments/sql-parameters.ts';
import { readSqlText } from '../arguments/sql-text.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { describeExplanation } from '../query/describe-explanation.ts';
import { printResultTable, truncationNote } from '../query/print-result-table.ts';
import { remoteOption } from '../remote/remote-option.ts';
import { runRemotely } from '../remote/run-remotely.ts';
import { asSqlFailure } from '../report-failure.ts';
import { withOutput } from '../terminal/output-file.ts';

interface QueryFlags {
  index?: string;
  catalog?: string;
  platform?: string;
  format: ResultFormat | 'table';
  limit: number;
  param?: string[];
  table?: string[];
  csvSafe?: boolean;
  explain?: boolean;
  remote?: string | true;
  maxCost?: number;
  timeout: number;
  file?: string;
  output?: string;
  quiet?: boolean;
}

const examples = `
Examples:
  sdq query --index ./index "SELECT author, play_count FROM videos ORDER BY play_count DESC LIMIT 5"
  sdq query --index ./index --param tag=dance --param least:=1000 \\
      "SELECT count(*) FROM videos WHERE list_contains(hashtags, $tag) AND play_count >= $least"
  sdq query --index ./index --format csv -f report.sql -o report.csv
  sdq query --index ./index --format arrow "SELECT * FROM videos" > videos.arrows
  sdq query --index ./podcasts --catalog podcasts.json "SELECT show_name, count(*) FROM episodes GROUP BY 1"
  sdq query --index ./index --table mine=ids.csv "SELECT mine.*, play_count FROM mine JOIN videos USING (video_id)"
  sdq query --remote https://api.example.org --max-cost 0.10 "SELECT count(*) FROM videos"
  echo "SELECT count(*) FROM tweets" | sdq query --index ./index --platform micro -`;

/** `sdq query`: runs one SELECT and writes its rows to standard output or a file. */
export function registerQuery(parent: Command, context: Context): void {
  parent
    .command('query')
    .summary('run one SELECT')
    .description('Run one SELECT on an index and print its rows.')
    .argument('[sql]', 'SELECT statement, or - to read it from standard input')
    .option(...indexOption)
    .option(...remoteOption)
    .option('--max-cost <dollars>', 'with --remote: refuse a query that can cost more', parseAmount)
    .option(
      '--platform <name>',
      `platform of the tables to query: ${platforms.join(', ')}, or the platform of your own tables (default: shortvideo, or the platform of --catalog)`,
    )
    .addOption(catalogOption())
    .addOption(
      new Option('--format <format>', 'output format')
        .choices(['table', ...Object.keys(resultFormats)])
        .default('table'),
    )
    .option(
      '--limit <count>',
      'maximum number of rows, in every output format; with --remote 10,000 by default',
      wholeNumber(1, sqlLimits.streamRowsMax),
      sqlLimits.streamRowsMax,
    )
    .option(
      '--param <name=text>',
      'value of the parameter $name: name=text or name:=JSON; repeatable',
      collect,
    )
    .option(
      '--table <name=file>',
      'a CSV, JSON, Parquet or Arrow file of this machine that the query can read as a table; repeatable; not with --remote',
      collect,
    )
    .option(
      '--csv-safe',
      'in CSV, put an apostrophe before texts that a spreadsheet would take for a formula',
    )
    .option('--explain', 'show the execution plan instead of running the query')
    .option(
      '--timeout <ms>',
      'maximum run time in milliseconds',
      wholeNumber(1, 86_400_000),
      sqlLimits.timeoutMs,
    )
    .option('-f, --file <file>', 'read the SELECT from a file')
    .option('-o, --output <file>', 'write rows to a file instead of standard output')
    .option('-q, --quiet', 'print rows only, without row count and warnings')
    .addHelpText('after', examples)
    .action(async (word: string | undefined, given: QueryFlags, command: Command) => {
      const { argument, flags } = withoutUrl(word, given);
      const isBinary = flags.format === 'arrow' || flags.format === 'parquet';
      const isToTerminal = flags.output === undefined && context.stdout.isTerminal;
      if (isBinary && isToTerminal && flags.explain !== true) {
        const ending = flags.format === 'arrow' ? 'arrows' : 'parquet';
        throw new AppError(
          'usage_error',
          `The format "${flags.format}" is binary and cannot be written to a terminal`,
          {
            hint: `Write to a file: sdq query … --format ${flags.format} --output result.${ending}`,
          },
        );
      }
      const sql = await readSqlText(argument, flags.file);
      const parameters = parseSqlParameters(flags.param ?? []);
      const tables = parseTables(flags.table ?? [], flags.remote !== undefined);
      const isLimitGiven = command.getOptionValueSource('limit') === 'cli';
      await withOutput(flags.output, context, async (stdout) => {
        const settings = { ...context, stdout };
        const running =
          flags.remote === undefined
            ? run(sql, flags, { parameters, tables }, settings)
            : runRemotely(sql, { ...flags, isLimitGiven }, parameters, settings);
        await running.catch((error: unknown) => {
          throw asSqlFailure(sql, error);
        });
      });
    });
}

/** Errors: `usage_error` for an unknown platform. */
async function checkPlatform(
  wanted: string | undefined,
  tables: readonly OwnTable[] | undefined,
): Promise<void> {
  const { requirePlatform, withTables } = await import('@sdq/catalog');
  const more = tables === undefined ? '. Use --catalog to query your own tables.' : '';
  requirePlatform(wanted, withTables(tables).platforms, more);
}

/** `--remote "SELECT …"` has the query where a URL may stand. */
function withoutUrl(word: string | undefined, flags: QueryFlags) {
  const { remote } = flags;
  const isQuery = typeof remote === 'string' && !/^https?:/i.test(remote);
  return isQuery && word === undefined && flags.file === undefined
    ? { argument: remote, flags: { ...flags, remote: true as const } }
    : { argument: word, flags };
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

async function run(
  sql: string,
  flags: QueryFlags,
  { parameters, tables: given }: Pick<QueryOptions, 'parameters' | 'tables'>,
  context: Context,
): Promise<void> {
  const { openEngine } = await import('@sdq/core');
  const tables = await tablesOf(flags.catalog);
  await checkPlatform(flags.platform, tables);
  // The only query of this process: isolation would protect no other query, and a query process takes time to start.
  await using engine = await openEngine({
    index: resolveIndex(flags, context.environment),
    tables,
    refreshMs: 0,
    isolation: 'in-process',
    advisoryParser: false,
  });
  const options = {
    ...(flags.platform === undefined ? {} : { platform: flags.platform }),
    limit: flags.limit,
    timeoutMs: flags.timeout,
    signal: context.signal,
    ...(parameters === undefined ? {} : { parameters }),
    ...(given === undefined ? {} : { tables: given }),
  };
  if (flags.explain === true) {
    const explanation = await engine.explain(sql, options);
    if (flags.format === 'json' || flags.format === 'ndjson') return await context.stdout.json(explanation);
    return await context.stdout.line(describeExplanation(explanation));
  }
  await using result = await engine.query(sql, options);
  if (flags.format === 'table') return await printResultTable(result, context, flags.quiet === true);
  for await (const part of result.bytes(flags.format, { csvSafe: flags.csvSafe === true }))
    await context.stdout.write(part);
  const { truncated, rowCount } = await result.summary;
  if (truncated && flags.quiet !== true) {
    await context.stderr.line(`warning: ${truncationNote(rowCount)}`);
  }
}
