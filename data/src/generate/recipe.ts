import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexWriter } from './index-writer.ts';
import type { Month } from './months.ts';
import type { RandomSql } from './random.ts';
import type { Scale } from './scale.ts';

/** The context that all steps of a generation share. */
export interface Recipe {
  seed: number;
  random: RandomSql;
  scale: Scale;
  months: readonly Month[];
  /** The end of the generated years: Unix seconds, exclusive. */
  until: number;
  connection: DuckDBConnection;
  writer: IndexWriter;
  /** The directory for files that are needed only during the generation. */
  staging: string;
}
