import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexWriter } from './index-writer.ts';
import type { Month } from './months.ts';
import type { RandomSql } from './random.ts';
import type { Scale } from './scale.ts';

/** What every step of a generation works with. */
export interface Recipe {
  seed: number;
  random: RandomSql;
  scale: Scale;
  months: readonly Month[];
  /** End of the years generated: Unix seconds, not included. */
  until: number;
  connection: DuckDBConnection;
  writer: IndexWriter;
  /** Folder for what is needed only while the index is made. */
  staging: string;
}
