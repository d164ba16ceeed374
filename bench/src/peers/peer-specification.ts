/** Where a peer finds its rows: data alone, so that it can be sent to the process that opens the peer. */
export type PeerSpecification =
  | {
      readonly kind: 'sdq';
      /** The module to take the engine from, as a URL; this checkout's when absent. */
      readonly core?: string;
      readonly index: string;
      readonly isolation: 'in-process' | 'process';
      readonly memoryBytesMax: number;
    }
  | {
      /** DuckDB, over views of Parquet files or over tables of its own. */
      readonly kind: 'duckdb';
      /** A database file, opened read-only; in memory when absent. */
      readonly file?: string;
      readonly views: readonly string[];
      readonly memoryBytesMax: number;
      readonly temporaryDirectory: string;
    }
  | {
      readonly kind: 'clickhouse';
      /** Folder of the installed package. */
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
        /** A glob. */
        readonly files: string;
        /** What makes its columns of those in the files. */
        readonly selectList: string;
      }[];
    };
