import { isRowFileType, type RowFileType } from '@sdq/catalog';

/** A column of a row file: its name, and its type as DuckDB prints it. */
export interface RowColumn {
  readonly name: string;
  readonly type: string;
}

/** How values of a type are kept: bits, integers of some bytes (whatever they mean), text, or lists of text. */
export type ColumnKind =
  | { readonly kind: 'bits' }
  | { readonly kind: 'integers'; readonly width: 4 | 8 }
  | { readonly kind: 'text' }
  | { readonly kind: 'texts' };

const kinds: Readonly<Record<RowFileType, ColumnKind>> = {
  BOOLEAN: { kind: 'bits' },
  INTEGER: { kind: 'integers', width: 4 },
  DATE: { kind: 'integers', width: 4 },
  BIGINT: { kind: 'integers', width: 8 },
  DOUBLE: { kind: 'integers', width: 8 },
  TIMESTAMP: { kind: 'integers', width: 8 },
  'TIMESTAMP WITH TIME ZONE': { kind: 'integers', width: 8 },
  VARCHAR: { kind: 'text' },
  'VARCHAR[]': { kind: 'texts' },
};

/** Throws for a type that row files do not keep: structs, maps, and numbers no table of ours has. */
export function columnKind(type: string): ColumnKind {
  if (!isRowFileType(type)) throw new Error(`a row file does not keep columns of type ${type}`);
  return kinds[type];
}
