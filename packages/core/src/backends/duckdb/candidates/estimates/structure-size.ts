import type { RouteContext } from '../access-path.ts';
import { assumed } from './assumed.ts';

/** Rows of a structure, in all segments together. */
export function rowsOfStructure({ coverage }: Pick<RouteContext, 'coverage'>, structure: string): number {
  return coverage.segments.reduce((sum, { segment }) => sum + (segment.structures[structure]?.rows ?? 0), 0);
}

/** Estimated bytes of a number of columns and rows of a structure, assuming columns of equal width. */
export function bytesOfRows(context: RouteContext, structure: string, rows: number, columns: number): number {
  const { statistics, columns: built } = context.coverage;
  const cells = rows * Math.max(1, columns);
  const noted = statistics.structures.get(structure);
  const all = rowsOfStructure(context, structure) * (built.get(structure)?.length ?? 0);
  return noted === undefined || all === 0 ? cells * assumed.cellBytes : (cells * noted.bytes) / all;
}

/** Bytes of whole rows where they are fetched. */
export function bytesOfFetched(context: RouteContext, rows: number): number {
  const files = context.coverage.segments.flatMap(({ segment }) => segment.covers);
  const own = new Map(context.files.map((file) => [file.path, file.bytes]));
  const bytes = files.reduce((sum, { path, row_file }) => sum + (row_file?.bytes ?? own.get(path) ?? 0), 0);
  const all = files.reduce((sum, file) => sum + file.rows, 0);
  return all === 0 ? 0 : (rows * bytes) / all;
}
