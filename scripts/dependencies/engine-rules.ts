import { readFileSync } from 'node:fs';

/** Folders of which only some parts may load an engine. */
export interface EngineRule {
  name: string;
  within: string[];
  /** Folders, or files, that may. */
  only: string[];
}

const core = 'packages/core/src';

export const engineRules: EngineRule[] = [
  {
    name: 'DuckDB is loaded by its backend, and by the gate, which reads with its parser',
    within: [`${core}/`],
    // stage-functions.ts hands the stages out one by one, to be measured
    only: ['backends/duckdb/', 'gate/parse/serializer.ts', 'stage-functions.ts'].map(
      (part) => `${core}/${part}`,
    ),
  },
  {
    name: 'key files are read without an engine',
    within: ['packages/row-store/src/keys/'],
    only: [],
  },
  {
    name: 'encoders take vectors of any engine',
    within: ['packages/encode/src/'],
    only: ['packages/encode/src/duckdb/'],
  },
  {
    name: 'queries of ClickHouse are bound with DuckDB and do not run in it; loads read files with it',
    within: ['packages/clickhouse/src/'],
    only: ['packages/clickhouse/src/emit/bind/', 'packages/clickhouse/src/load/'],
  },
  {
    name: 'callers of the engine do not load DuckDB',
    within: ['server', 'cli', 'platforms', 'accounts', 'pricing', 'contract', 'catalog'].map(
      (name) => `packages/${name}/src/`,
    ),
    only: [],
  },
];

/** Packages that load DuckDB, or are of no use without it. `@sdq/duckdb/sql` quotes, and loads nothing. */
const engine = /(?:from|import)\s*\(?\s*'(@duckdb\/[^']+|@sdq\/duckdb|@sdq\/encode\/duckdb)'/g;

/** What breaks the rule: each import with the file it stands in. */
export function engineImports(
  files: Iterable<string>,
  { within, only }: EngineRule,
  textOf: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): string[] {
  const lies = (file: string, folders: readonly string[]) =>
    folders.some((folder) => file.startsWith(folder));
  return [...files]
    .filter((file) => lies(file, within) && !lies(file, only))
    .sort()
    .flatMap((file) => [...textOf(file).matchAll(engine)].map(([, found]) => `${file} -> ${found}`));
}
