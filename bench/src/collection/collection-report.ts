import type { Cost } from '../measure/measure.ts';
import { geometricMean, percentile } from '../measure/statistics.ts';
import type { Environment } from '../report/machine.ts';
import { markdownTable, mebibytes, milliseconds, ratio } from '../report/markdown-table.ts';
import type { Outcome } from '../run/run-workload.ts';
import type { CollectionIndex } from './make-index.ts';
import type { CommandCost } from './measure-command.ts';

export interface CollectionContestant {
  readonly name: string;
  readonly description: string;
  /** Bytes of its rows with all that it keeps beside them. */
  readonly bytes: number;
  readonly buildSeconds?: number;
}

export interface CollectionReport {
  readonly command: string;
  readonly environment: Environment;
  /** What a row is, in the plural. */
  readonly rowsAre: string;
  readonly source: { readonly name: string; readonly rows: number; readonly bytes: number };
  readonly settings: { readonly runs: number; readonly seed: number; readonly memoryGiB: number };
  readonly indexes: readonly Omit<CollectionIndex, 'path'>[];
  readonly contestants: readonly CollectionContestant[];
  readonly questions: readonly {
    readonly name: string;
    /** As the engine was asked, with the first measured constants. */
    readonly sql: string;
    readonly rows: number | null;
    readonly outcomes: Readonly<Record<string, Outcome>>;
  }[];
}

const structuresShownMax = 14;

export function collectionMarkdown(report: CollectionReport): string {
  const { command, environment, source, settings, contestants, questions } = report;
  const { madeAt, commit, cpu, cores, memoryGiB, node, duckdb } = environment;
  const rowBytes = (bytes: number) => (bytes / source.rows).toFixed(1);
  const sizes = contestants.map(({ name, description, bytes, buildSeconds }) => [
    name,
    description,
    mebibytes(bytes),
    rowBytes(bytes),
    ratio(bytes / source.bytes),
    buildSeconds === undefined ? '–' : Math.round(buildSeconds).toLocaleString('en-US'),
  ]);
  const faults = questions.flatMap(({ name, outcomes }) =>
    Object.entries(outcomes).flatMap(([contestant, outcome]) => {
      const text = outcome.status === 'measured' ? outcome.difference : outcome.reason;
      return text === undefined ? [] : [`- ${name}, ${contestant}: ${text.split('\n')[0]}`];
    }),
  );
  return `# A collection of ${source.rows.toLocaleString('en-US')} ${report.rowsAre}

\`${command}\` at ${madeAt}, commit ${commit}: ${cpu}, ${cores} cores, ${memoryGiB} GiB, Node ${node}, DuckDB ${duckdb}; ${settings.memoryGiB} GiB for each contestant by its own accounting.

Invented rows in the columns and types of the public collection ([docs/datasets.md](../../docs/datasets.md)): ${source.name}, ${mebibytes(source.bytes)}, ${rowBytes(source.bytes)} bytes a row.

## Sizes

${markdownTable(['contestant', 'what', 'bytes', 'bytes a row', 'times the file', 'made in s'], sizes, 2)}

${report.indexes.map((index) => makingSection(index, source.rows)).join('\n')}
## Questions

CPU milliseconds, user and system of all processes: medians of ${settings.runs} runs, each with other constants (seed ${settings.seed}), in turn after a first run of each; of one run where the first took more than 30 s. Answers of all are compared as multisets.

${questionTable(report)}

${summaryTable(report)}

${faults.length === 0 ? 'All answered, and all answers agree.' : `Not answered, or answered otherwise than the first contestant:\n\n${faults.join('\n')}`}

## SQL

As the engine was asked in the first measured run.

${questions.map(({ name, sql }) => `- ${name}: \`${sql}\``).join('\n')}
`;
}

function makingSection(
  { profile, making, structures, bytes }: Omit<CollectionIndex, 'path'>,
  rows: number,
): string {
  const commands = making === undefined ? [] : [making.add, making.build];
  const table = commands.map((cost) => [
    `\`${cost.command}\``,
    seconds(cost.wallSeconds),
    seconds(cost.cpuSeconds),
    Math.round(rows / cost.cpuSeconds).toLocaleString('en-US'),
    mebibytes(cost.peakBytes),
    mebibytes(cost.diskPeakBytes),
    mebibytes(cost.diskBytes),
  ]);
  const stages = commands.flatMap((cost) => cost.stages.map((stage) => stageCells(cost, stage)));
  const lists = Object.entries(structures).map(([name, sizes]) => {
    const all = Object.entries(sizes);
    const shown = all.slice(0, structuresShownMax).map(([structure, size]) => `${structure} ${size}`);
    const rest = all.slice(structuresShownMax).reduce((sum, [, size]) => sum + size, 0);
    return `- ${name}: ${[...shown, ...(rest > 0 ? [`others ${rest.toFixed(1)}`] : [])].join(', ')}`;
  });
  return `## The profile ${profile}

${
  table.length === 0
    ? `${mebibytes(bytes)}; how it was made is not noted.`
    : `${markdownTable(['command', 'wall s', 'CPU s', 'rows a CPU s', 'peak memory', 'peak disk', 'disk after'], table, 1)}

${making?.note ?? ''}

Stages of a second and more:

${markdownTable(['command', 'stage', 'wall s', 'CPU s'], stages, 2)}`
}

Bytes a row of each table by structure:

${lists.join('\n')}
`;
}

function stageCells(cost: CommandCost, stage: CommandCost['stages'][number]): string[] {
  return [
    `\`${cost.command.split(' ').slice(0, 3).join(' ')}\``,
    stage.name,
    seconds(stage.wallSeconds),
    Number.isFinite(stage.cpuSeconds) ? seconds(stage.cpuSeconds) : '–',
  ];
}

function seconds(value: number): string {
  return value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
}

function questionTable({ contestants, questions }: CollectionReport): string {
  const names = contestants.map(({ name }) => name);
  const rows = questions.map(({ name, rows: count, outcomes }) => [
    name,
    count === null ? '–' : count.toLocaleString('en-US'),
    ...names.map((contestant) => cell(outcomes[contestant])),
  ]);
  return markdownTable(['question', 'rows', ...names], rows, 1);
}

function cell(outcome: Outcome | undefined): string {
  if (outcome?.status !== 'measured') return outcome?.status === 'timeout' ? 'too long' : '–';
  return `${milliseconds(outcome.median.cpuMs)}${outcome.difference === undefined ? '' : ' ≠'}`;
}

function medianOf(outcome: Outcome | undefined): Cost | undefined {
  return outcome?.status === 'measured' ? outcome.median : undefined;
}

/** Percentiles of each contestant, and for each index the geometric mean of the peers' CPU beside its own. */
function summaryTable({ contestants, questions }: CollectionReport): string {
  const own = contestants.filter(({ name }) => name.startsWith('sdq'));
  const rows = contestants.map(({ name }) => {
    const costs = questions.flatMap((question) => medianOf(question.outcomes[name]) ?? []);
    const wall = costs.map(({ wallMs }) => wallMs);
    const beside = own.map((index) => {
      const ratios = questions.flatMap((question) => {
        const [mine, other] = [index.name, name].map((each) => medianOf(question.outcomes[each]));
        return mine === undefined || other === undefined ? [] : [other.cpuMs / mine.cpuMs];
      });
      return ratio(geometricMean(ratios));
    });
    const peaks = costs.map(({ memory }) => memory.processBytes);
    return [
      name,
      String(wall.length),
      milliseconds(percentile(wall, 0.5)),
      milliseconds(percentile(wall, 0.9)),
      mebibytes(Math.max(0, ...peaks)),
      ...beside,
    ];
  });
  const headers = own.map(({ name }) => `CPU beside ${name}`);
  return markdownTable(
    ['contestant', 'answered', 'p50 wall ms', 'p90 wall ms', 'peak memory', ...headers],
    rows,
    1,
  );
}
