import { builtInCatalog } from '@sdq/core';
import type { AnswerDigest } from '../measure/answer-digest.ts';
import type { Cost } from '../measure/measure.ts';
import type { Throughput, ThroughputOptions } from '../measure/throughput.ts';
import { spell } from '../workload/dialects.ts';
import type { AskedQuery, Dialect, Spelling } from '../workload/query.ts';

/** A contestant: the engine or a peer, in any process. */
export interface Contestant {
  readonly name: string;
  readonly dialect: Dialect;
  /** The tables that it has. */
  readonly tables: ReadonlySet<string>;
  readonly peer: {
    measure(sql: string): Promise<Cost>;
    digest(sql: string, rowsKept?: number): Promise<AnswerDigest>;
    throughput(queries: readonly string[], options: ThroughputOptions): Promise<Throughput>;
  };
}

/** What can be asked a question that is written for it. */
export interface AskedContestant extends Pick<Contestant, 'name'> {
  readonly peer: Pick<Contestant['peer'], 'measure' | 'digest'>;
}

/** The tables of an engine, regardless of those provided to its peers. */
export const engineTables: ReadonlySet<string> = new Set(
  builtInCatalog.tablesOf('shortvideo').map(({ name }) => name),
);

/** The query in the contestant's dialect, or the reason why it cannot be expressed. */
export function spellFor(query: AskedQuery, { dialect, tables }: Contestant): Spelling {
  const missing = tableNames(query.sql).filter((name) => !tables.has(name));
  if (missing.length > 0) return { cannot: `it was not given ${missing.join(', ')}` };
  return spell(query, dialect);
}

const known = new Set(['videos', 'video_stats', 'comments', 'authors']);

/** The catalogue tables that the query reads, without the names that it defines itself. */
function tableNames(sql: string): string[] {
  const names = [...sql.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/g)].map((match) => match[1] ?? '');
  return [...new Set(names)].filter((name) => known.has(name));
}
