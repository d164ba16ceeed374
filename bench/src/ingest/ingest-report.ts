import type { Environment } from '../report/machine.ts';
import { markdownTable, mebibytes, ratio } from '../report/markdown-table.ts';
import type { ImportStages } from './contestant.ts';
import type { SourceFormat } from './source-files.ts';

/** Medians of one contestant over one file. */
export interface IngestFigure {
  readonly contestant: 'sdq' | 'duckdb' | 'clickhouse';
  readonly format: SourceFormat;
  readonly rows: number;
  readonly bytes: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly peakBytes: number;
  readonly stages?: ImportStages;
}

export interface IngestReport {
  readonly command: string;
  readonly environment: Environment;
  readonly rounds: number;
  readonly figures: readonly IngestFigure[];
}

const megabytesMin = 60;
const rowsMin = 200_000;
const peakBytesMax = 2 ** 30;

export function ingestMarkdown({ command, environment, rounds, figures }: IngestReport): string {
  const { madeAt, commit, cpu, cores, node, duckdb } = environment;
  const rows = figures.map((figure) => {
    const seconds = figure.cpuMs / 1000;
    const own = figures.find(({ contestant, format }) => contestant === 'sdq' && format === figure.format);
    return [
      figure.format,
      figure.contestant,
      Math.round(figure.bytes / figure.rows).toLocaleString('en-US'),
      Math.round(figure.rows / seconds).toLocaleString('en-US'),
      (figure.bytes / 1e6 / seconds).toFixed(1),
      ratio(figure.cpuMs / (own?.cpuMs ?? Number.NaN)),
      (figure.wallMs / 1000).toFixed(2),
      mebibytes(figure.peakBytes),
    ];
  });
  const names = [
    'format',
    'contestant',
    'bytes/row',
    'rows/CPU s',
    'MB/CPU s',
    'CPU beside sdq',
    'wall s',
    'peak memory',
  ];
  const goals = figures.filter(({ contestant }) => contestant === 'sdq').flatMap(goalsOf);
  return `# Imports

\`${command}\` at ${madeAt}, commit ${commit}: ${cpu}, ${cores} cores, Node ${node}, DuckDB ${duckdb}. Medians of ${rounds} rounds in turn, each in a process of its own into an empty index; CPU is user and system time of the whole process with its start.

sdq decides ambiguous values over the whole file, checks each value, and writes videos by month, counts as observations, authors, sounds, hashtags and the hashtags of videos. DuckDB writes the file's columns as one Parquet file sorted by ID, and ClickHouse inserts them into a MergeTree table ordered by ID.

${markdownTable(names, rows, 2)}

The CPU of sdq by stage, in seconds. *start*: Node loads the program. *look*: the format, the columns of text files, ambiguous values, the hash, and rows that are mapped one by one beside those that SQL converts. *rows*: the values of all rows, staged, or where SQL converts them in sorted base files of videos and counts. *tables*: merging, the other base files, and derived tables. Goals count *look* and *rows*: what reads and maps a file.

${markdownTable(['format', 'start', 'look', 'rows', 'tables', 'rows/CPU s of look and rows', 'MB/CPU s of look and rows'], figures.flatMap(stageCells), 1)}

${markdownTable(['goal', 'at', 'measured', 'met'], goals, 1)}
`;
}

function stageCells({ format, rows, bytes, stages }: IngestFigure): string[][] {
  if (stages === undefined) return [];
  const seconds = (stages.look + stages.rows) / 1000;
  const cells = [stages.start, stages.look, stages.rows, stages.tables].map((ms) => (ms / 1000).toFixed(2));
  const rates = [Math.round(rows / seconds).toLocaleString('en-US'), (bytes / 1e6 / seconds).toFixed(1)];
  return [[format, ...cells, ...rates]];
}

function goalsOf({ format, rows, bytes, stages, cpuMs, peakBytes }: IngestFigure): string[][] {
  const seconds = (stages === undefined ? cpuMs : stages.look + stages.rows) / 1000;
  const speed =
    format === 'csv'
      ? { at: rowsMin, measured: Math.round(rows / seconds), unit: 'rows' }
      : { at: megabytesMin, measured: Math.round(bytes / 1e6 / seconds), unit: 'MB' };
  const text = (number: number) => number.toLocaleString('en-US');
  return [
    [
      `${format}: ${speed.unit} a CPU second`,
      `≥ ${text(speed.at)}`,
      text(speed.measured),
      speed.measured >= speed.at ? 'yes' : 'no',
    ],
    [
      `${format}: peak memory`,
      `≤ ${mebibytes(peakBytesMax)}`,
      mebibytes(peakBytes),
      peakBytes <= peakBytesMax ? 'yes' : 'no',
    ],
  ];
}
