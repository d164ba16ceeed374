/** What a query goes through, as an observer is told: the wait for its turn, then the stages. */
export const querySteps = ['turn', 'parse', 'admit', 'resolve', 'plan', 'execute', 'stream'] as const;

export type QueryStep = (typeof querySteps)[number];

/** A step that has ended. `execute` lasts until the first rows are at hand, `stream` until the last one was taken. */
export interface EndedStep {
  readonly step: QueryStep;
  /** As `performance.now()` counts. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly failed: boolean;
}

/** Told of every query's steps, in the asynchronous context of the query's caller. It must not throw. */
export type QueryObserver = (ended: EndedStep) => void;

/** Does a step's work and tells the observer. */
export async function observed<Result>(
  step: QueryStep,
  observer: QueryObserver | undefined,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const startedAtMs = performance.now();
  let failed = true;
  try {
    const result = await work();
    failed = false;
    return result;
  } finally {
    observer?.({ step, startedAtMs, durationMs: performance.now() - startedAtMs, failed });
  }
}
