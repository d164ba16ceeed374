import type { Exactness } from './functions/translation.ts';

/** A column of a table as the nodes of a cluster store it. */
export interface ClusterColumn {
  /** The same in the language and in ClickHouse. */
  readonly name: string;
  /** The DuckDB type, spelled as DuckDB prints it; `storageType` gives the type in ClickHouse. */
  readonly type: string;
  readonly nullable: boolean;
  /**
   * Of a list that may be NULL, which ClickHouse has no type for: whether it is stored boxed, as a list of one list, or of none
   * where it is NULL. A snapshot that an earlier version loaded has empty lists in place of NULL: queries that read
   * such a column are refused.
   */
  readonly isBoxed?: boolean;
  /** Of a list: whether its elements may be NULL. Default false: loading checked that none is. */
  readonly elementsNullable?: boolean;
}

/** A table of the catalogue, and where a cluster has its rows. */
export interface ClusterTable {
  readonly database: string;
  /** The table that queries read: on several nodes, the one of engine `Distributed`. */
  readonly table: string;
  /** All columns, in the order of the catalogue. */
  readonly columns: readonly ClusterColumn[];
  /** Columns that identify a row. */
  readonly key: readonly string[];
  /** The columns by whose hash rows are spread over nodes. */
  readonly sharding: readonly string[];
}

export interface EmitContext {
  /** By `platform.table`, as the plan names schema and table. */
  readonly tables: ReadonlyMap<string, ClusterTable>;
  /** Whether the tables are spread over several nodes. */
  readonly distributed: boolean;
  /** The statement's text, for places in errors. */
  readonly text: string;
  /** Cuts the answer off after so many rows. */
  readonly rowsMax?: number;
}

export interface EmittedColumn {
  readonly name: string;
  readonly type: string;
  /** Whether its lists are sent boxed: see {@link ClusterColumn.isBoxed}. */
  readonly isBoxed: boolean;
}

/** A query in ClickHouse's SQL. */
export interface Emitted {
  /** Without FORMAT. */
  readonly sql: string;
  /** What the query needs to be exact; sent with it. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** Names as DuckDB gives them, DuckDB types as it prints them. Columns of the ClickHouse answer are `c0`, `c1`, … */
  readonly columns: readonly EmittedColumn[];
  /** `total`: the ORDER BY decides the place of every row; `partial`: rows may tie; `none`: no order was asked for. */
  readonly ordered: 'total' | 'partial' | 'none';
  /** Places of the columns by which the result is sorted; null where it is sorted by something else too. */
  readonly orderColumns: readonly number[] | null;
  /** What DuckDB itself leaves open in this query, one phrase each: `the order of rows that tie`. */
  readonly open: readonly string[];
  /** The functions that it calls, by DuckDB's names, and how exactly each is translated. */
  readonly functions: Readonly<Record<string, Exactness>>;
}
