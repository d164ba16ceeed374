/** Something that one name on a command line runs, at a size that its options give. */
export interface NamedRun<Options> {
  /** What is done, in one line. */
  readonly about: string;
  run(options: Options & RunContext): Promise<RunResult>;
}

export interface RunContext {
  /** Aborted by Ctrl-C: the run ends soon, by returning or by throwing. */
  readonly signal: AbortSignal;
}

export interface RunResult {
  readonly passed: boolean;
  /** What was counted and measured; an array of objects is printed as a table. */
  readonly figures: object;
}

/** A command that takes names of runs. */
export interface RunProgram<Options> {
  /** As it is called: `npm run chaos --`. */
  readonly command: string;
  /** A paragraph of the help. */
  readonly purpose: string;
  readonly runs: Readonly<Record<string, NamedRun<Options>>>;
  /** What runs without names; default: all. */
  readonly defaults?: readonly string[];
  /** Its own options, for `util.parseArgs`. */
  readonly flags: Readonly<Record<string, RunFlag>>;
  /** Reads its own options. Throws with a message for the caller. */
  read(values: Readonly<Record<string, string | boolean | undefined>>): Options;
  /** Prints something else in place of running these names; whether it did. */
  instead?(names: readonly string[], options: Options): boolean;
}

export interface RunFlag {
  readonly type: 'string' | 'boolean';
  /** Stands behind the flag in the help, as in `--scale S`. */
  readonly placeholder?: string;
  readonly about: string;
}
