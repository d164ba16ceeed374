import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { markdownReport } from './markdown.ts';
import type { BenchReport } from './report.ts';

export async function writeReport(
  report: BenchReport,
  paths: { json: string; markdown: string },
): Promise<void> {
  await write(paths.json, `${JSON.stringify(report, null, 2)}\n`);
  await write(paths.markdown, markdownReport(report));
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
