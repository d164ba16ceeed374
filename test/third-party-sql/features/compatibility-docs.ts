import { cell, code, sourceTable } from '../report/markdown.ts';
import type { Report } from '../report/report.ts';
import type { TriedFeature } from './try-features.ts';

/** The markers of the sections of docs/sql-compatibility.md that are written. */
export const featureMarkers = {
  begin: '<!-- features: written by npm run docs:sql -->',
  end: '<!-- end of features -->',
};
export const corpusMarkers = {
  begin: '<!-- corpus: written by npm run docs:sql -->',
  end: '<!-- end of corpus -->',
};

/** The tables of features. */
export function featureTables(groups: readonly { title: string; tried: readonly TriedFeature[] }[]): string {
  const all = groups.flatMap(({ tried }) => tried);
  const works = all.filter(({ result }) => result.startsWith('works')).length;
  const differs = all.filter(({ result }) => result === 'differs').length;
  const sections = groups.map(({ title, tried }) => {
    const rows = tried.map(
      ({ name, sql, result, detail }) => `| ${cell(name)} | ${code(sql)} | ${resultCell(result, detail)} |`,
    );
    return `### ${title}\n\n${['| feature | statement | result |', '|---|---|---|', ...rows].join('\n')}`;
  });
  const summary = `${all.length} features: ${works} work, ${all.length - works - differs} are refused, ${differs} differ.`;
  return `${[summary, ...sections].join('\n\n')}\n`;
}

function resultCell(result: TriedFeature['result'], detail: string): string {
  return detail === '' ? result : `**${result}**: ${cell(detail)}`;
}

/** The counts of the own corpus, and its refusals and differences by kind. */
export function corpusSummary({ statements, counts, sources, kinds }: Report): string {
  const kindsOf = [...(kinds.refused ?? []), ...(kinds.different ?? []), ...(kinds.crashed ?? [])];
  const rows = kindsOf.map(({ count, kind, example }) => `| ${count} | ${cell(kind)} | ${code(example)} |`);
  const tried = statements - counts.failed;
  const share = ((100 * (counts.equal + counts.open)) / tried).toFixed(1);
  return [
    `${statements} statements; plain DuckDB runs ${tried} of them, the engine answers ${share} % of these.`,
    sourceTable({ sources }),
    ['| n | not answered | shortest example |', '|--:|---|---|', ...rows].join('\n'),
    '',
  ].join('\n\n');
}
