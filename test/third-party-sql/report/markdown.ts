import { meanings, type Outcome, outcomes } from '../statement.ts';
import type { KindCount, Report } from './report.ts';

const exampleCharactersMax = 400;
const listedMax = 2_000;

const headings: Readonly<Partial<Record<Outcome, string>>> = {
  different: 'Different answers',
  crashed: 'Crashes',
  refused: 'Refusals by reason',
  stopped: 'Stopped by a limit',
  open: 'Open by nature',
  failed: 'Failed in plain DuckDB, not counted',
  skipped: 'Not run',
};

/** The report as Markdown. */
export function reportMarkdown(report: Report): string {
  const { subject, index, seconds, isInterrupted, statements, listed } = report;
  const sections = Object.entries(headings).flatMap(([outcome, heading]) => {
    const kinds = report.kinds[outcome as Outcome] ?? [];
    return kinds.length === 0 ? [] : [`## ${heading}\n\n${kindTable(kinds)}`];
  });
  return [
    `# SQL of others: ${subject}`,
    `${statements} statements over ${index} in ${seconds} s.${isInterrupted ? ' The run was interrupted.' : ''}`,
    countTable(report),
    `## Sources\n\n${sourceTable(report)}`,
    ...sections,
    ...(listed.length === 0
      ? []
      : [`## Statements\n\n${listed.slice(0, listedMax).map(listing).join('\n\n')}`]),
    ...(listed.length > listedMax ? [`${listed.length - listedMax} more are in the JSON report.`] : []),
  ].join('\n\n');
}

/** A count for each outcome, with its meaning. */
function countTable({ counts }: Report): string {
  const rows = outcomes.map((outcome) => `| ${outcome} | ${counts[outcome]} | ${meanings[outcome]} |`);
  return ['| outcome | statements | meaning |', '|---|--:|---|', ...rows].join('\n');
}

/** Counts by source. */
export function sourceTable({ sources }: Pick<Report, 'sources'>): string {
  const shown = outcomes.filter((outcome) => sources.some((source) => source[outcome] > 0));
  const rows = sources.map(
    (source) => `| ${source.source} | ${shown.map((outcome) => source[outcome]).join(' | ')} |`,
  );
  return [`| source | ${shown.join(' | ')} |`, `|---|${'--:|'.repeat(shown.length)}`, ...rows].join('\n');
}

function kindTable(kinds: readonly KindCount[]): string {
  const rows = kinds.map(
    ({ kind, count, example, source, detail }) =>
      `| ${count} | ${cell(kind)} | ${code(example)} | ${cell(detail === kind ? '' : detail)} | ${cell(source)} |`,
  );
  return ['| n | kind | shortest example | detail | source |', '|--:|---|---|---|---|', ...rows].join('\n');
}

function listing({ outcome, source, sql, detail }: Report['listed'][number]): string {
  return `**${outcome}**, ${source}: ${detail.slice(0, exampleCharactersMax)}\n\n\`\`\`sql\n${sql}\n\`\`\``;
}

/** Text in a cell of a table. */
export function cell(text: string): string {
  const short = text.length > exampleCharactersMax ? `${text.slice(0, exampleCharactersMax)}…` : text;
  return short.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

/** Code in a cell of a table. */
export function code(text: string): string {
  const short = text.length > exampleCharactersMax ? `${text.slice(0, exampleCharactersMax)}…` : text;
  const line = short.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
}
