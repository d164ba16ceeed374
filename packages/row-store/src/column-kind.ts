import { bytesOf, readColumnType, type ScalarType } from '@sdq/catalog';

/** A column of a row file: its name, and its type as DuckDB prints it. */
export interface RowColumn {
  readonly name: string;
  readonly type: string;
}

/** How scalar values are stored: bits, integers of some bytes (whatever they mean), pairs of those, or text. */
export type ScalarKind =
  | { readonly kind: 'bits' }
  | { readonly kind: 'integers'; readonly width: 2 | 4 | 8 }
  | { readonly kind: 'pairs' }
  | { readonly kind: 'text' };

export type ColumnKind = ScalarKind | { readonly kind: 'list'; readonly element: ScalarKind };

/** Throws for a type that row files do not support: structs, maps, and others that no table has. */
export function columnKind(type: string): ColumnKind {
  const read = readColumnType(type);
  if (read === undefined) throw new Error(`Row files cannot store columns of type ${type}`);
  return read.name === 'LIST' ? { kind: 'list', element: scalarKind(read.element) } : scalarKind(read);
}

function scalarKind(type: ScalarType): ScalarKind {
  const width = bytesOf(type);
  if (width === undefined) return { kind: 'text' };
  if (width === 1) return { kind: 'bits' };
  return width === 16 ? { kind: 'pairs' } : { kind: 'integers', width };
}
