import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bench = fileURLToPath(new URL('../../', import.meta.url));
const results = join(bench, 'results');

/** Where the benchmark keeps what it makes. `.data` is a cache: it may be deleted at any time. */
export const locations = {
  index: (rowsText: string) => join(bench, '.data', rowsText, 'index'),
  /** Copies of the same rows, for peers. */
  copies: (dataKey: string) => join(bench, '.data', 'copies', dataKey),
  /** Rows that exports are measured with. */
  exportRows: (rows: number) => join(bench, '.data', 'exports', `mixed-${rows}.parquet`),
  /** Peers that are installed when they are asked for. */
  packages: join(bench, '.data', 'peers'),
  results,
  jsonReport: (date: string, rowsText: string) => join(results, `${date}-${rowsText}.json`),
  markdownReport: (rowsText: string) => join(results, `${rowsText}.md`),
} as const;
