import type { Coverage } from '@sdq/index';
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

const known = new WeakMap<Coverage, number>();

/** Bytes of whole rows where they are fetched. */
export function bytesOfFetched({ coverage }: Pick<RouteContext, 'coverage'>, rows: number): number {
  const found = known.get(coverage) ?? bytesOfRow(coverage);
  known.set(coverage, found);
  return rows * found;
}

function bytesOfRow({ segments, rowFiles }: Coverage): number {
  const covers = segments.flatMap(({ segment }) => segment.covers);
  const ofRowFiles = covers.reduce((sum, { row_file }) => sum + (row_file?.bytes ?? 0), 0);
  const ofBase = rowFiles.reduce((sum, { base }) => sum + (base?.bytes ?? 0), 0);
  const all = covers.reduce((sum, file) => sum + file.rows, 0);
  return all === 0 ? 0 : (ofRowFiles + ofBase) / all;
}
