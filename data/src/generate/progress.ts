/** How far a generation is. */
export interface GenerateProgress {
  /** What is being made: `pools`, or the name of a table. */
  phase: string;
  /** Steps of this phase that are done, and how many there are. */
  done: number;
  total: number;
  /** Rows written so far, over all tables. */
  rows: number;
}

/** Called before each step; throws when the generation was cancelled. */
export type ReportStep = (phase: string, done: number, total: number) => void;
