import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@sdq/contract';
import { attemptsMax, firstPauseMs, pauseMsMax } from './limits.ts';

/** A failure that another attempt may not have: a broken connection, an answer that ended early, an overloaded store. */
export class Transient extends Error {}

/**
 * Runs some work of the store at an address again when it fails with {@link Transient}, after growing pauses with jitter.
 * Errors: those of the work; `store_unreachable` after the last attempt.
 */
export async function repeat<Result>(
  address: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof Transient)) throw error;
      if (attempt >= attemptsMax) throw unreachable(address, error);
      const ms = Math.min(pauseMsMax, firstPauseMs * 2 ** (attempt - 1));
      await pause(ms * (0.5 + Math.random() / 2), undefined, signal === undefined ? {} : { signal });
    }
  }
}

function unreachable(address: string, { message, cause }: Transient): AppError {
  return new AppError('store_unreachable', `"${address}" does not answer: ${message}`, {
    cause,
    hint: 'Try again: files that were transferred are not transferred again',
  });
}
