/** The location of a peer's rows, as plain data that can be sent to the process that opens the peer. */
export type PeerSpecification =
  | {
      readonly kind: 'sdq';
      /** The URL of the module from which the engine is loaded; default: that of this checkout. */
      readonly core?: string;
      readonly index: string;
      /** The platform whose tables are asked; default: that of the engine. */
      readonly platform?: string;
      readonly isolation: 'in-process' | 'process';
      readonly memoryBytesMax: number;
    }
  | {
      /** DuckDB, over views of Parquet files or over native tables. */
      readonly kind: 'duckdb';
      /** A database file, which is opened read-only; default: in memory. */
      readonly file?: string;
      readonly views: readonly string[];
      readonly memoryBytesMax: number;
      readonly temporaryDirectory: string;
    }
  | {
      readonly kind: 'clickhouse';
      /** The directory of the installed package. */
      readonly packages: string;
      readonly session: string;
      /** Statements to run once the session is open. */
      readonly setUp: readonly string[];
      readonly memoryBytesMax: number;
    }
  | {
      readonly kind: 'polars';
      readonly packages: string;
      readonly tables: readonly {
        readonly name: string;
        /** A glob pattern. */
        readonly files: string;
        /** The select list that maps the columns of the files to those of the table. */
        readonly selectList: string;
      }[];
    };
