/** The progress of a generation. */
export interface GenerateProgress {
  /** The current phase: `pools`, or the name of a table. */
  phase: string;
  /** Completed steps of this phase, and the total. */
  done: number;
  total: number;
  /** Rows written so far, over all tables. */
  rows: number;
}

/** Called before each step; throws when the generation is cancelled. */
export type ReportStep = (phase: string, done: number, total: number) => void;
