import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AddReport } from '../../src/add-report.ts';

/** A CSV of one invented video for each id. */
export function videosCsv(...ids: (string | number)[]): string {
  return ['video_id,create_time,views', ...ids.map((id) => `${id},1700000000,${id}`), ''].join('\n');
}

/** Writes files into a folder, by their paths in it. */
export async function writeTree(
  root: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

/** Name and status of each file, or its error. */
export function outcomes(report: AddReport, root: string): string[] {
  return report.files.map(
    ({ name, status, error }) =>
      `${name.replace(`${root}/`, '')}: ${error === undefined ? status : error.code}`,
  );
}

/** Name and reason of what was left out, without the folder of the test. */
export function leftOut(report: Pick<AddReport, 'skipped'>, root: string): string[] {
  return report.skipped.map(({ name, reason }) => `${name.replace(`${root}/`, '')}: ${reason}`);
}
