import { engineName } from '../../peers/participant.ts';
import { markdownTable, milliseconds, ratio } from '../../report/markdown-table.ts';
import { type Figures, faultsOf, figuresOf, peerNamesOf, ratioTo, ratioToBest } from './figures.ts';
import type { QuestionResult, RandomReport } from './random-report.ts';

const worstShown = 20;

/** The report in Markdown. */
export function randomMarkdown(report: RandomReport): string {
  const faults = faultsOf(report);
  const sections: (readonly [title: string, body: string])[] = [
    ['Over all questions', overview(report)],
    ['By kind', kindTable(report)],
    [`The ${worstShown} worst beside the best peer`, worst(report)],
    ['What is not compared', absences(report)],
  ];
  const head = [
    `# ${report.settings.count} random questions over ${rowsOf(report)} rows of ${report.data.platform}`,
    `Made ${report.environment.madeAt} at commit ${report.environment.commit} by \`${report.command}\`, generator version ${report.generatorVersion}, seed ${report.settings.seed}. ${report.environment.cpu}, ${report.environment.cores} cores, ${report.environment.memoryGiB} GiB; node ${report.environment.node}, DuckDB ${report.environment.duckdb}.`,
    `CPU of ${report.settings.runs} warm run${report.settings.runs === 1 ? '' : 's, medians'}, in turn with the peers. A question that takes more than ${report.settings.timeoutSeconds} s counts as that time. Ratios say how many times less CPU sdq took; means are geometric. The answers of sdq were compared with those of raw DuckDB, or of native tables where that gave none in time.`,
    report.participants
      .map((one) => `- ${one.name}: ${'absent' in one ? `absent: ${one.absent}` : one.description}`)
      .join('\n'),
    ...(report.settings.count < report.settings.wanted
      ? [`**Interrupted: ${report.settings.count} of ${report.settings.wanted} questions were asked.**`]
      : []),
    ...(faults.length === 0
      ? []
      : [`**Not a clean result: ${faults.length} faults.**\n\n\`\`\`\n${faults.join('\n')}\n\`\`\``]),
  ];
  const body = sections.filter(([, text]) => text !== '').map(([title, text]) => `## ${title}\n\n${text}`);
  return `${[...head, ...body].join('\n\n')}\n`;
}

function rowsOf({ data }: RandomReport): string {
  return data.tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en-US');
}

function figureRow(name: string, figures: Figures, peers: readonly string[]): string[] {
  return [
    name,
    String(figures.questions),
    milliseconds(figures.p50Ms),
    milliseconds(figures.p90Ms),
    ...peers.map((peer) => ratio(figures.ratios[peer]?.mean)),
    ratio(figures.besideBestP5),
    Number.isFinite(figures.dearerShare) ? `${Math.round(figures.dearerShare * 100)} %` : '–',
  ];
}

const headings = (first: string, peers: readonly string[]) => [
  first,
  'questions',
  'p50 ms',
  'p90 ms',
  ...peers.map((peer) => `${peer} ×`),
  '5th percentile ×',
  'below 0.8',
];

function overview(report: RandomReport): string {
  const peers = peerNamesOf(report);
  const { questions } = report;
  const sets: readonly [string, readonly QuestionResult[]][] = [
    ['all', questions],
    ['without text search', questions.filter(({ isText }) => !isText)],
    ['text search', questions.filter(({ isText }) => isText)],
    ['read a part of a table', questions.filter(({ reads }) => reads === 'part')],
    ['read most of a table', questions.filter(({ reads }) => reads === 'most')],
  ];
  const rows = sets
    .filter(([, some]) => some.length > 0)
    .map(([name, some]) => figureRow(name, figuresOf(some, peers), peers));
  return markdownTable(headings('questions', peers), rows, 1);
}

function kindTable(report: RandomReport): string {
  const peers = peerNamesOf(report);
  const rows = report.settings.kinds.flatMap((kind) => {
    const some = report.questions.filter((question) => question.kind === kind);
    return some.length === 0 ? [] : [figureRow(kind, figuresOf(some, peers), peers)];
  });
  return markdownTable(headings('kind', peers), rows, 1);
}

function worst(report: RandomReport): string {
  const peers = peerNamesOf(report);
  const beside = report.questions.flatMap((question) => {
    const value = ratioToBest(question, peers);
    return value === undefined ? [] : [{ question, value }];
  });
  return beside
    .sort((a, b) => a.value - b.value)
    .slice(0, worstShown)
    .map(({ question, value }) => {
      const { number, kind, costs, path, sql } = question;
      const theirs = peers.map((peer) => `${peer} ${milliseconds(costs[peer]?.cpuMs ?? Number.NaN)}`);
      const figures = `${engineName} ${milliseconds(costs[engineName]?.cpuMs ?? Number.NaN)} ms, ${theirs.join(', ')}`;
      return `- ${ratio(value)} × (question ${number}, ${kind}): ${figures}; ${path}\n\n  \`\`\`sql\n  ${sql}\n  \`\`\``;
    })
    .join('\n');
}

/** How many questions a peer has no cost for, and why; answers of peers that differ. */
function absences(report: RandomReport): string {
  const lines = peerNamesOf(report).flatMap((peer) => {
    const missing = report.questions.filter(({ absent }) => absent[peer] !== undefined);
    const other = report.questions.filter(({ costs }) => costs[peer]?.difference !== undefined);
    const late = report.questions.filter(({ costs }) => costs[peer]?.timedOut === true);
    const reasons = new Map<string, number>();
    for (const { absent } of missing) {
      const reason = absent[peer] ?? '';
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    return [
      ...[...reasons].map(([reason, count]) => `- ${peer}, ${count} questions: ${reason}`),
      ...(late.length === 0 ? [] : [`- ${peer}, ${late.length} questions: not answered in time`]),
      ...other.map(
        (question) =>
          `- ${peer}, question ${question.number} (${question.kind}), not counted: ${question.costs[peer]?.difference}`,
      ),
    ];
  });
  const notes = report.questions.flatMap(({ number, notes: some }) =>
    some.map((note) => `- question ${number}: ${note}`),
  );
  const left = report.settings.left.map((kind) => `- ${kind}: the tables have nothing for it`);
  return [...lines, ...notes, ...left].join('\n');
}

/** The ratio of one question, for a line of progress. */
export function progressOf(result: QuestionResult, peers: readonly string[]): string {
  const ours = milliseconds(result.costs[engineName]?.cpuMs ?? Number.NaN);
  const ratios = peers.map((peer) => `${peer} ${ratio(ratioTo(result, peer))}`);
  const difference = result.costs[engineName]?.difference ?? result.absent[engineName];
  const fault = difference === undefined ? '' : ` DIFFERS: ${difference}`;
  return `${result.number} ${result.kind}: ${ours} ms, ${ratios.join(', ')} ×${fault}`;
}
