import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bench = fileURLToPath(new URL('../../', import.meta.url));

/** Where the benchmark keeps what it makes. `.data` is a cache: it may be deleted at any time. */
export const locations = {
  index: (rowsText: string) => join(bench, '.data', rowsText, 'index'),
  raw: (snapshotId: string) => join(bench, '.data', 'raw', snapshotId),
  jsonReport: (date: string, rowsText: string) => join(bench, 'results', `${date}-${rowsText}.json`),
  markdownReport: (rowsText: string) => join(bench, 'results', `${rowsText}.md`),
} as const;
