import { exitCodes } from '../exit-codes.ts';

/** A second signal within this time is a duplicate: npm forwards signals that the terminal also sends to this process. */
const repeatMs = 500;

/** Aborts a signal on the first Ctrl-C or SIGTERM; a later one ends the process at once. */
export function listenForInterruption(): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  let abortedAtMs = 0;
  const onSignal = () => {
    if (controller.signal.aborted) {
      if (performance.now() - abortedAtMs < repeatMs) return;
      process.exit(exitCodes.interrupted);
    }
    abortedAtMs = performance.now();
    controller.abort(new Error('interrupted'));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    stop: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
