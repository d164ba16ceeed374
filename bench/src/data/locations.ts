import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const bench = fileURLToPath(new URL('../../', import.meta.url));
const results = join(bench, 'results');
/** Another checkout's, so that an index of many rows is made once. */
const elsewhere = process.env.SDQ_BENCH_DATA;
const data = elsewhere ? resolve(elsewhere) : join(bench, '.data');

/** Where the benchmark keeps what it makes. The data folder is a cache: it may be deleted at any time. */
export const locations = {
  index: (rowsText: string) => join(data, rowsText, 'index'),
  /** Copies of the same rows, for peers. */
  copies: (dataKey: string) => join(data, 'copies', dataKey),
  /** Rows that exports are measured with. */
  exportRows: (rows: number) => join(data, 'exports', `mixed-${rows}.parquet`),
  /** Where `npm run tools` installs the packages of peers. */
  packages: join(bench, '../test/tools'),
  results,
  jsonReport: (date: string, rowsText: string) => join(results, `${date}-${rowsText}.json`),
  markdownReport: (rowsText: string) => join(results, `${rowsText}.md`),
  besideReport: (rowsText: string, ending: 'json' | 'md') => join(results, `${rowsText}-beside.${ending}`),
} as const;
