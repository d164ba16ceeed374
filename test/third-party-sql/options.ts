import { parseArgs } from 'node:util';
import { type Outcome, outcomes } from './statement.ts';

export const usage = `npm run verify:sql -- [DIR] [OPTIONS]

Runs the SQL of others in plain DuckDB and through the engine, with access paths and without, over the same files of an
index, and compares columns, types and rows. DIR is a folder of .sql and .jsonl files, or one such file. Without DIR, the
project's own corpus runs: generated statements in the style of database tests, benchmarks and tools.

In a .sql file, statements end with semicolons. Tables and views that it creates become CTEs in front of the SELECTs that
read them. Each line of a .jsonl file is an object with "sql" or "statement". Plain DuckDB runs in a process of its own,
which may crash; it reads nothing but the files of the index, and writes nothing.

  --report FILE   writes Markdown to FILE and JSON beside it (.json); default: Markdown on standard output
  --json          writes JSON to standard output in place of Markdown
  --index DIR     an index; default: one that is generated, with 20,000 videos and access paths
  --platform P    the platform whose tables the statements name, default shortvideo
  --limit N       at most N statements
  --only OUTCOME  lists each statement of the outcome: equal, open, different, refused, crashed, stopped, failed, skipped;
                  may be repeated; the counts are of all
  --timeout MS    the time limit of a statement in plain DuckDB, default 5000; the engine has twice that
  --seed X        of the own corpus, a whole number, default 1
  --help          this text

Exit codes: 0 no difference and no crash, 1 a difference or a crash, 2 wrong usage, 130 interrupted (Ctrl-C; the report
has what ran so far; a second one ends at once).
`;

export interface VerifyCommand {
  /** A folder or a file; without one, the own corpus. */
  readonly path: string | undefined;
  readonly report: string | undefined;
  readonly json: boolean;
  readonly index: string | undefined;
  readonly platform: string;
  readonly limit: number;
  readonly only: readonly Outcome[];
  readonly timeoutMs: number;
  readonly seed: number;
  readonly help: boolean;
}

/** Reads the command line. Throws with a message for the caller. */
export function readOptions(words?: string[]): VerifyCommand {
  const { values, positionals } = parseArgs({
    ...(words === undefined ? {} : { args: words }),
    allowPositionals: true,
    options: {
      report: { type: 'string' },
      json: { type: 'boolean', default: false },
      index: { type: 'string' },
      platform: { type: 'string', default: 'shortvideo' },
      limit: { type: 'string', default: '1000000' },
      only: { type: 'string', multiple: true, default: [] },
      timeout: { type: 'string', default: '5000' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  const [path, another] = positionals;
  if (another !== undefined) throw new Error(`Only one folder or file can be verified, not also ${another}`);
  return {
    path,
    report: values.report,
    json: values.json,
    index: values.index,
    platform: values.platform,
    limit: wholeNumber('limit', values.limit, 1_000_000),
    only: values.only.map((only) => {
      const outcome = outcomes.find((each) => each === only);
      if (outcome === undefined) throw new Error(`--only must be one of ${outcomes.join(', ')}, not ${only}`);
      return outcome;
    }),
    timeoutMs: wholeNumber('timeout', values.timeout, 600_000),
    seed: wholeNumber('seed', values.seed, 2 ** 31 - 1),
    help: values.help,
  };
}

function wholeNumber(name: string, value: string, most: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new Error(`--${name} must be a whole number from 1 to ${most}, not ${value}`);
}
