import type { Cells } from '../containers/cells.ts';
import type { RecordChunk } from '../containers/record-chunk.ts';
import type { Notes } from '../notes.ts';
import type { Batch } from './batch.ts';

/** A source whose record chunks are rows of cells, most of which are staged without an object for each. */
export interface CellSource {
  /** The names of the cells. */
  readonly fields: readonly string[];
  /** Opens it after `skip` rows; each time, all rows of the cells have to be read. */
  open(skip: number, notes: Notes): AsyncIterable<Cells>;
  /** The current row as a record chunk, for the row mapper. */
  toRecordChunk(cells: Cells): RecordChunk;
  readonly stager: CellStager;
}

export interface CellStager {
  /** Stages the current row. False if the row mapper has to read it: then nothing of it is staged. */
  stage(cells: Cells, batch: Batch, facts: StagedFacts): boolean;
}

/** What staging a row tells besides its values. */
export interface StagedFacts {
  readonly notes: Notes;
  /** A creation time of an accepted row, in microseconds since 1970. */
  seeTime(micros: bigint): void;
}
