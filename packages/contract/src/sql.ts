/** A column of a result, described alike by the library, the command line and HTTP. */
export interface ResultColumn {
  name: string;
  /** DuckDB's name of the type, for example `BIGINT`, `VARCHAR[]`, `TIMESTAMP WITH TIME ZONE`. */
  type: string;
  nullable: boolean;
}

/** A value in a JSON result (the rules: packages/encode/README.md). */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** Values that can be bound to `?`, `$1` or `$name`. A bigint beyond the range of BIGINT is bound as HUGEINT. */
export type SqlParameter = null | boolean | number | bigint | string | SqlParameter[];

export type SqlParameters = readonly SqlParameter[] | Readonly<Record<string, SqlParameter>>;

/** The result formats and their media types. */
export const resultFormats = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8; header=present',
  arrow: 'application/vnd.apache.arrow.stream',
  parquet: 'application/vnd.apache.parquet',
} as const;

export type ResultFormat = keyof typeof resultFormats;

/** The SQL limits of the library, the command line and HTTP. */
export const sqlLimits = {
  /** UTF-8 bytes of the SQL text. */
  textBytesMax: 65_536,
  parametersMax: 100,
  /** Rows of a JSON result. */
  jsonRowsMax: 10_000,
  /** Rows of a result in a streaming format. */
  streamRowsMax: 1_000_000,
  rowsDefault: 100,
  /** UTF-8 bytes of a JSON result. */
  jsonBytesMax: 26_214_400,
  timeoutMs: 30_000,
} as const;
