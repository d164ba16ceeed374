import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const bench = fileURLToPath(new URL('../../', import.meta.url));
const results = join(bench, 'results');
/** The data directory of another checkout, so that a large index is generated only once. */
const elsewhere = process.env.SDQ_BENCH_DATA;
const data = elsewhere ? resolve(elsewhere) : join(bench, '.data');

/** The directories of copies for peers and of their packages; default: the benchmark's own cache. */
export interface BenchPlaces {
  readonly copies?: string;
  readonly packages?: string;
}

/** The directories of the benchmark's files. The data directory is a cache: it may be deleted at any time. */
export const locations = {
  index: (rowsText: string) => join(data, rowsText, 'index'),
  /** Copies of the same rows, for peers. */
  copies: (dataKey: string) => join(data, 'copies', dataKey),
  /** Rows for the measurement of exports. */
  exportRows: (rows: number) => join(data, 'exports', `mixed-${rows}.parquet`),
  /** Files to import, of as many rows. */
  ingestFiles: (rowsText: string) => join(data, 'ingest', rowsText),
  /** Where `npm run tools` installs the packages of peers. */
  packages: join(bench, '../test/tools'),
  results,
  jsonReport: (date: string, rowsText: string) => join(results, `${date}-${rowsText}.json`),
  markdownReport: (rowsText: string) => join(results, `${rowsText}.md`),
  randomReport: (name: string, ending: 'json' | 'md') => join(results, `random-${name}.${ending}`),
  besideReport: (rowsText: string, ending: 'json' | 'md') => join(results, `${rowsText}-beside.${ending}`),
} as const;
