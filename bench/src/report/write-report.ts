import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { markdownReport } from './markdown.ts';
import type { BenchReport } from './report.ts';
import { reportCharts } from './report-charts.ts';

/**
 * Writes all figures as JSON, the tables as Markdown, and the charts into a directory next to the Markdown, where paths
 * for them are given; resolves with the Markdown.
 */
export async function writeReport(
  report: BenchReport,
  paths: { json?: string | undefined; markdown?: string | undefined },
): Promise<string> {
  if (paths.json !== undefined) await write(paths.json, `${JSON.stringify(report, null, 1)}\n`);
  if (paths.markdown === undefined) return markdownReport(report);
  const folder = paths.markdown.replace(/\.md$/, '-charts');
  // Charts of an earlier run with other peers would remain in the directory.
  await rm(folder, { recursive: true, force: true });
  const charts = reportCharts(report);
  for (const { name, svg } of charts) await write(join(folder, name), svg);
  const files = charts.map(({ title, name }) => ({ title, path: `${basename(folder)}/${name}` }));
  const markdown = markdownReport(report, files);
  await write(paths.markdown, markdown);
  return markdown;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
