import type { Participant } from '../../peers/participant.ts';
import type { Environment } from '../../report/machine.ts';

/** The cost of a question with one contestant. */
export interface QuestionCost {
  /** CPU milliseconds of the measured run; the time limit where it was given up. */
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly firstCpuMs: number;
  /** Given up at the time limit. */
  readonly timedOut?: true;
  /** The difference between its answer and the reference's. */
  readonly difference?: string;
}

export interface QuestionResult {
  readonly number: number;
  readonly kind: string;
  readonly reads: 'part' | 'most';
  readonly isText: boolean;
  readonly sql: string;
  readonly clickhouse?: string;
  readonly rowCount: number | null;
  /** What answers each table in the engine. */
  readonly path: string;
  readonly costs: Readonly<Record<string, QuestionCost>>;
  /** Why a contestant has no cost: it cannot express the question, or failed. */
  readonly absent: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/** All figures of a run over random questions. */
export interface RandomReport {
  readonly format: 1;
  readonly generatorVersion: number;
  readonly command: string;
  readonly environment: Environment;
  readonly data: {
    readonly snapshotId: string;
    readonly platform: string;
    readonly tables: readonly { readonly name: string; readonly rows: number }[];
  };
  readonly settings: {
    readonly seed: number;
    readonly count: number;
    /** More than `count` if the run was interrupted. */
    readonly wanted: number;
    readonly runs: number;
    readonly timeoutSeconds: number;
    readonly isolation: string;
    readonly kinds: readonly string[];
    /** Kinds for which the tables have nothing. */
    readonly left: readonly string[];
  };
  readonly participants: readonly Participant[];
  readonly questions: readonly QuestionResult[];
}
