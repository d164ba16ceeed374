import { AppError } from '@sdq/contract';
import { listSources } from './list-sources.ts';
import { openInputs } from './open-inputs.ts';
import type { OpenedFile, Opening } from './opened.ts';
import { type SkippedSource, Skips, toSkipped } from './skipped.ts';
import { type SourceLimits, sourceLimits } from './source-limits.ts';

export interface Reading extends Pick<Opening, 'spool' | 'downloads' | 'signal' | 'onBytes'> {
  readonly limits: Partial<SourceLimits> | undefined;
  /** Reads the records of a file. */
  readonly take: (file: OpenedFile) => Promise<void>;
  readonly fail: (name: string, error: AppError) => void;
}

/**
 * Reads the files of arguments one after the other. What fails does not affect the others: it is told with `fail`. A file
 * without a known format fails if it is named itself; else it is skipped. An argument of which nothing was read fails.
 * Returns what was skipped.
 */
export async function readInputs(sources: readonly string[], reading: Reading): Promise<SkippedSource[]> {
  const { take, fail, signal, spool, downloads, onBytes } = reading;
  const limits = { ...sourceLimits, ...reading.limits };
  const skips = new Skips();
  const list = await listSources(sources, { limits, signal });
  for (const skipped of list.skipped) skips.add(skipped);
  const told = new Set<string>();
  const skippedOf = new Map<string, SkippedSource>();
  for await (const opened of openInputs(list.inputs, {
    spool,
    downloads,
    skips,
    limits,
    signal,
    onBytes,
  })) {
    const { name, origin } = opened;
    try {
      if (opened.kind === 'failed') throw opened.error;
      await take(opened);
      told.add(origin);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      if (!opened.isNamed && error.code === 'format_unknown') {
        const skipped = toSkipped(name, error);
        skips.add(skipped);
        skippedOf.set(origin, skippedOf.get(origin) ?? skipped);
        continue;
      }
      told.add(origin);
      fail(name, error);
    }
  }
  for (const origin of new Set(list.inputs.map((input) => input.origin))) {
    if (!told.has(origin)) fail(origin, nothingIn(origin, skippedOf.get(origin)));
  }
  return skips.all;
}

function nothingIn(origin: string, first: SkippedSource | undefined): AppError {
  const example = first === undefined ? '' : `: ${first.name} has an ${first.reason}`;
  return new AppError('format_unknown', `Nothing in "${origin}" can be imported${example}`, {
    hint: first?.hint ?? 'What was left out is listed with its reason.',
  });
}
