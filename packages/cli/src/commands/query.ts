import type { OwnTable } from '@sdq/catalog';
import { AppError, platforms, type ResultFormat, resultFormats, sqlLimits } from '@sdq/contract';
import { type Command, Option } from 'commander';
import { parseSqlParameters } from '../arguments/sql-parameters.ts';
import { readSqlText } from '../arguments/sql-text.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import type { Context } from '../context.ts';
import { describeExplanation } from '../query/describe-explanation.ts';
import { printResultTable } from '../query/print-result-table.ts';
import { SqlFailure } from '../report-failure.ts';
import { plural } from '../terminal/quantities.ts';

interface QueryFlags {
  index: string;
  catalog?: string;
  platform?: string;
  format: ResultFormat | 'table';
  limit?: number;
  param: string[];
  explain?: boolean;
  timeout: number;
  file?: string;
  quiet?: boolean;
}

/** Rows of a table for a person; a file wants them all. */
const tableRowsDefault = 100;

const examples = `
Examples:
  sdq query --index ./index "SELECT author, play_count FROM videos ORDER BY play_count DESC LIMIT 5"
  sdq query --index ./index --param tag=dance --param least:=1000 \\
      "SELECT count(*) FROM videos WHERE list_contains(hashtags, $tag) AND play_count >= $least"
  sdq query --index ./index --format csv -f report.sql > report.csv
  sdq query --index ./index --format arrow "SELECT * FROM videos" > videos.arrows
  sdq query --index ./podcasts --catalog podcasts.json "SELECT show_name, count(*) FROM episodes GROUP BY 1"
  echo "SELECT count(*) FROM tweets" | sdq query --index ./index --platform micro -`;

/** `sdq query`: one SELECT, answered on standard output. */
export function registerQuery(parent: Command, context: Context): void {
  parent
    .command('query')
    .summary('run one SELECT')
    .description('Runs one SELECT over an index and prints its rows.')
    .argument('[sql]', 'the SELECT, or - to read it from standard input')
    .requiredOption('--index <dir>', 'the index')
    .option(
      '--platform <name>',
      `whose tables to query: ${platforms.join(', ')}, or that of your own tables (default: shortvideo, or the one of --catalog)`,
    )
    .addOption(catalogOption())
    .addOption(
      new Option('--format <format>', 'how to print rows')
        .choices(['table', ...Object.keys(resultFormats)])
        .default('table'),
    )
    .option(
      '--limit <count>',
      `rows to print at most (default ${tableRowsDefault} as a table, else ${sqlLimits.streamRowsMax})`,
      wholeNumber(1, sqlLimits.streamRowsMax),
    )
    .option('--param <name=text>', 'a value for $name: name=text, name:=JSON; repeatable', collect, [])
    .option('--explain', 'show how the query would run instead of running it')
    .option(
      '--timeout <ms>',
      'milliseconds the query may take',
      wholeNumber(1, 86_400_000),
      sqlLimits.timeoutMs,
    )
    .option('-f, --file <file>', 'read the SELECT from a file')
    .option('--quiet', 'rows only: no remarks about them')
    .addHelpText('after', examples)
    .action(async (argument: string | undefined, flags: QueryFlags) => {
      const isBinary = flags.format === 'arrow' || flags.format === 'parquet';
      if (isBinary && context.stdout.isTerminal && flags.explain !== true) {
        const ending = flags.format === 'arrow' ? 'arrows' : 'parquet';
        throw new AppError('usage_error', `${flags.format} is binary and would garble the terminal`, {
          hint: `send it to a file: sdq query … --format ${flags.format} > result.${ending}`,
        });
      }
      const sql = await readSqlText(argument, flags.file);
      const parameters = parseSqlParameters(flags.param);
      try {
        await run(sql, flags, parameters, context);
      } catch (error) {
        throw error instanceof AppError ? new SqlFailure(sql, error) : error;
      }
    });
}

/** Errors: `usage_error` for a platform that has no tables. */
async function checkPlatform(
  wanted: string | undefined,
  tables: readonly OwnTable[] | undefined,
): Promise<void> {
  const { withTables } = await import('@sdq/catalog');
  const { platforms } = withTables(tables);
  if (wanted === undefined || platforms.includes(wanted)) return;
  throw new AppError('usage_error', `there is no platform '${wanted}'`, {
    hint: `the platforms are ${platforms.join(', ')}${tables === undefined ? '; --catalog names tables of your own' : ''}`,
  });
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

async function run(
  sql: string,
  flags: QueryFlags,
  parameters: ReturnType<typeof parseSqlParameters>,
  context: Context,
): Promise<void> {
  const { openEngine } = await import('@sdq/core');
  const tables = await tablesOf(flags.catalog);
  await checkPlatform(flags.platform, tables);
  // One query of the caller's own: nobody else would be harmed by it, and a process of its own takes time to start.
  await using engine = await openEngine({
    index: flags.index,
    tables,
    refreshMs: 0,
    isolation: 'in-process',
    advisoryParser: false,
  });
  const options = {
    ...(flags.platform === undefined ? {} : { platform: flags.platform }),
    limit: flags.limit ?? (flags.format === 'table' ? tableRowsDefault : sqlLimits.streamRowsMax),
    timeoutMs: flags.timeout,
    signal: context.signal,
    ...(parameters === undefined ? {} : { parameters }),
  };
  if (flags.explain === true) {
    const explanation = await engine.explain(sql, options);
    if (flags.format === 'json' || flags.format === 'ndjson') return await context.stdout.json(explanation);
    return await context.stdout.line(describeExplanation(explanation));
  }
  await using result = await engine.query(sql, options);
  if (flags.format === 'table')
    return await printResultTable(result, options.limit, context, flags.quiet === true);
  for await (const part of result.bytes(flags.format)) await context.stdout.write(part);
  const { truncated, rowCount } = await result.summary;
  if (truncated && flags.quiet !== true) {
    const more = options.limit < sqlLimits.streamRowsMax ? '; --limit sets how many are printed' : '';
    await context.stderr.line(`sdq: cut after ${plural(rowCount, 'row')}${more}`);
  }
}
