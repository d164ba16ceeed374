import { builtInCatalog } from '@sdq/core';
import type { AnswerDigest } from '../measure/answer-digest.ts';
import type { Cost } from '../measure/measure.ts';
import type { Throughput, ThroughputOptions } from '../measure/throughput.ts';
import { spell } from '../workload/dialects.ts';
import type { Dialect, Spelling, WorkloadQuery } from '../workload/query.ts';

/** One that takes part: the engine or a peer, wherever it runs. */
export interface Contestant {
  readonly name: string;
  readonly dialect: Dialect;
  /** Tables that it has. */
  readonly tables: ReadonlySet<string>;
  readonly peer: {
    measure(sql: string): Promise<Cost>;
    digest(sql: string): Promise<AnswerDigest>;
    throughput(queries: readonly string[], options: ThroughputOptions): Promise<Throughput>;
  };
}

/** Tables that an engine has, whatever its peers are given. */
export const engineTables: ReadonlySet<string> = new Set(
  builtInCatalog.tablesOf('shortvideo').map(({ name }) => name),
);

/** The query in the contestant's words, or why it cannot be asked. */
export function spellFor(query: WorkloadQuery, { dialect, tables }: Contestant): Spelling {
  const missing = tableNames(query.sql).filter((name) => !tables.has(name));
  if (missing.length > 0) return { cannot: `it was not given ${missing.join(', ')}` };
  return spell(query, dialect);
}

const known = new Set(['videos', 'video_stats', 'comments', 'authors']);

/** Tables of the catalogue that the query reads, not the names it gives itself. */
function tableNames(sql: string): string[] {
  const names = [...sql.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/g)].map((match) => match[1] ?? '');
  return [...new Set(names)].filter((name) => known.has(name));
}
