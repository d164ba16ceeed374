import { AppError } from '@sdq/contract';
import type { BuildIndexOptions, BuildIndexReport } from '@sdq/core';
import { buildLines } from './describe-build.ts';

/** What became of the segments after an import; as JSON it is part of the import's report. */
export interface RefreshedSegments {
  readonly build: BuildIndexReport | null;
  /** Why no segments could be built yet; absent where they were, or where none are needed or asked for. */
  readonly segments_left?: string;
}

/**
 * Builds segments over what was imported. Where another process compacts or builds, they are left to it or to a later build: the records
 * are in the index already.
 */
export async function refreshSegments(options: Omit<BuildIndexOptions, 'mode'>): Promise<RefreshedSegments> {
  const [{ buildIndex, needsRefresh }, { openSnapshot }] = await Promise.all([
    import('@sdq/core/builds'),
    import('@sdq/index'),
  ]);
  try {
    return { build: await buildIndex({ ...options, mode: 'refresh' }) };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'index_locked')) throw error;
    const isNeeded = needsRefresh(options, await openSnapshot(options.index));
    return { build: null, ...(isNeeded && { segments_left: error.message }) };
  }
}

/** Lines about it. */
export function segmentLines({ build, segments_left: reason }: RefreshedSegments): string[] {
  if (reason !== undefined)
    return [`No segments were built over what was imported: ${reason}. Run sdq index build afterwards.`];
  return build === null ? [] : buildLines(build);
}
