import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalog, CatalogTable } from '@sdq/catalog';
import type { TableState } from '../files/living-rows.ts';

/** The inputs of a merge. */
export interface MergeTarget {
  /** All tables of the catalogue: some are derived from the one that is merged. */
  readonly catalog: Catalog;
  readonly connection: DuckDBConnection;
  readonly root: string;
}

/** What a merge takes into account besides the observations. */
export interface MergeContext {
  /** The removals of the platform, as SQL for FROM; default: there is none. */
  readonly removals?: string | undefined;
  /** The stored parent links of the platform, as SQL for FROM; default: there is none. */
  readonly links?: string | undefined;
  /** SELECTs of keys whose rows must be rewritten although they were not observed. */
  readonly keys?: readonly string[];
  readonly marks?: readonly Mark[];
  /** The columns that the observations have values for, besides keys; default: all. The relation may lack the others. */
  readonly known?: ReadonlySet<string> | undefined;
  /** Finds stored rows without reading whole files; default: the files that may have them are read. */
  readonly find?: FindRows | undefined;
  /**
   * The greatest share of a table's base rows that delta files and masks may hold, before its months are rewritten;
   * default 0: none.
   */
  readonly deltaShareMax?: number | undefined;
}

/** The keys of another table, whose rows set a flag in this one. */
export interface Mark {
  readonly column: string;
  /** SQL for FROM with the column `key`. */
  readonly relation: string;
}

/** Stored rows that were found without reading the files that they are in. */
export interface FoundRows extends Disposable {
  /** Paths in the index of the files that were searched; the others are read. */
  readonly files: ReadonlySet<string>;
  /**
   * The rows of the keys in these files, as SQL for FROM: `file_path`, `pos`, the stored columns and, if the table
   * has it, `_older`. Masked rows may be among them.
   */
  readonly relation: string;
}

/** Finds the stored rows of the keys in the relation `keys`; undefined where that costs more than reading the files. */
export type FindRows = (
  table: CatalogTable,
  state: TableState,
  keys: string,
) => Promise<FoundRows | undefined>;
