import { readdirSync, readFileSync } from 'node:fs';
import { builtInPlatforms } from '@sdq/catalog';
import type { OperationExamples } from '../src/openapi/operation-docs.ts';

/** The examples that `npm run docs:examples` wrote, by operation. */
export function committedExamples(): Record<string, OperationExamples> {
  const own = read(new URL('../examples/', import.meta.url), (name) => name.replaceAll('-', '_'));
  const ofPlatforms = builtInPlatforms.flatMap(({ platform, examples }) =>
    examples === undefined ? [] : read(examples, (name) => operationIdOf(platform, name)),
  );
  return Object.fromEntries([...own, ...ofPlatforms]);
}

/** The operation of an example file in a platform's folder. */
function operationIdOf(platform: string, name: string): string {
  if (name === 'sql') return `query_${platform}_sql`;
  if (name === 'sql-check') return `check_${platform}_sql`;
  if (name === 'sql-quote-create') return `create_${platform}_sql_quote`;
  if (name === 'sql-quote-delete') return `delete_${platform}_sql_quote`;
  if (name === 'sql-result-link') return `create_${platform}_sql_result_link`;
  if (name === 'sql-statement-cancel') return `cancel_${platform}_sql_statement`;
  const rest = name.replaceAll('-', '_');
  if (name === 'search') return `search_${platform}`;
  return name.startsWith('search-')
    ? `search_${platform}_${rest.slice('search_'.length)}`
    : `get_${platform}_${rest}`;
}

function read(folder: URL, operationOf: (name: string) => string): [string, OperationExamples][] {
  return readdirSync(folder).map((file) => [
    operationOf(file.replace(/\.json$/, '')),
    JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as OperationExamples,
  ]);
}
