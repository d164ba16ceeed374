/** One long run of the night, in a process of its own. */
export interface Step {
  /** Group and name: `chaos/kill`. */
  readonly name: string;
  readonly about: string;
  /** Words after `node`, from the root of the repository. */
  words(context: StepContext): string[];
  /** Variables beside those of the night. */
  environment?(context: StepContext): Record<string, string>;
  /** What a process says of its run: JSON on standard output, or the JSON report of Vitest. */
  readonly says: 'outcome' | 'vitest';
}

export interface StepContext {
  /** Part of the usual repetitions. */
  readonly scale: number;
  readonly seed: number;
  /** Where Vitest writes its JSON report. */
  readonly vitestReport: string;
}

export type StepStatus = 'passed' | 'failed' | 'skipped' | 'interrupted' | 'not run';

export interface StepResult {
  readonly name: string;
  readonly about: string;
  readonly status: StepStatus;
  readonly seconds: number;
  readonly figures: Readonly<Record<string, unknown>>;
  /** As it can be called again. */
  readonly command: string;
  /** Why it failed, in short; the log has all of it. */
  readonly error?: string;
  /** File with everything it wrote, beside the report. */
  readonly log?: string;
}
