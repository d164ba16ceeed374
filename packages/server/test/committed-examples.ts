import { readdirSync, readFileSync } from 'node:fs';
import { builtInPlatforms } from '@sdq/catalog';
import type { OperationExamples } from '../src/openapi/operation-docs.ts';

/** The examples that `npm run docs:examples` wrote, by operation. */
export function committedExamples(): Record<string, OperationExamples> {
  const own = new URL('../examples/', import.meta.url);
  const folders = builtInPlatforms.map(({ platform, examples = own }) => [`${platform}_`, examples] as const);
  return Object.fromEntries(
    [['', own] as const, ...folders].flatMap(([prefix, folder]) => read(prefix, folder)),
  );
}

function read(prefix: string, folder: URL): [string, OperationExamples][] {
  return readdirSync(folder).map((file) => [
    `${prefix}${file.replace(/\.json$/, '').replaceAll('-', '_')}`,
    JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as OperationExamples,
  ]);
}
