/** The steps of a query that an observer sees: the queue, then the stages. */
export const querySteps = ['turn', 'parse', 'admit', 'resolve', 'plan', 'execute', 'stream'] as const;

export type QueryStep = (typeof querySteps)[number];

/** A step that has ended. `execute` lasts until the first rows are available, `stream` until the last one was read. */
export interface EndedStep {
  readonly step: QueryStep;
  /** In the time of `performance.now()`. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly failed: boolean;
}

/** Called for every query's steps, in the asynchronous context of the query's caller. It must not throw. */
export type QueryObserver = (ended: EndedStep) => void;

/** Runs a step and reports it to the observer. */
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
