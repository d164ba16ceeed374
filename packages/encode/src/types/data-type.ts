/** A type that is identified by its name alone. */
export type PlainName =
  | 'BOOLEAN'
  | 'TINYINT'
  | 'SMALLINT'
  | 'INTEGER'
  | 'BIGINT'
  | 'HUGEINT'
  | 'UTINYINT'
  | 'USMALLINT'
  | 'UINTEGER'
  | 'UBIGINT'
  | 'UHUGEINT'
  | 'FLOAT'
  | 'DOUBLE'
  | 'DATE'
  | 'TIME'
  | 'TIME_NS'
  | 'TIME WITH TIME ZONE'
  | 'TIMESTAMP'
  | 'TIMESTAMP_S'
  | 'TIMESTAMP_MS'
  | 'TIMESTAMP_NS'
  | 'TIMESTAMP WITH TIME ZONE'
  | 'INTERVAL'
  | 'VARCHAR'
  | 'BLOB'
  | 'BIT'
  | 'BIGNUM'
  | 'UUID'
  | 'GEOMETRY'
  | 'VARIANT'
  | '"NULL"';

export interface Member {
  /** Empty for the members of an unnamed struct, such as `row(1, 2)`. */
  readonly name: string;
  readonly type: DataType;
}

/** A type of SQL as plain data: the type of a result's column, independent of the engine. */
export type DataType = { readonly alias: string | null } & (
  | { readonly name: PlainName }
  /** Stored as an integer of `storageBytes` (2, 4, 8 or 16), which is divided by 10^scale. */
  | {
      readonly name: 'DECIMAL';
      readonly width: number;
      readonly scale: number;
      readonly storageBytes: number;
    }
  /** Stored as an index of `storageBytes` (1, 2 or 4) into `values`. */
  | { readonly name: 'ENUM'; readonly values: readonly string[]; readonly storageBytes: number }
  | { readonly name: 'LIST'; readonly child: DataType }
  | { readonly name: 'ARRAY'; readonly child: DataType; readonly size: number }
  | { readonly name: 'STRUCT'; readonly members: readonly Member[] }
  | { readonly name: 'MAP'; readonly key: DataType; readonly value: DataType }
  | { readonly name: 'UNION'; readonly members: readonly Member[] }
);
