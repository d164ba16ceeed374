import { openSnapshot } from '@sdq/index';
import type { BenchHooks } from '../bench-hooks.ts';
import { type EnsuredIndex, ensureIndex } from './ensure-index.ts';
import { locations } from './locations.ts';

export interface ChosenIndex {
  /** An existing index; default: a generated one. */
  readonly index?: string;
  readonly rows: { readonly count: number; readonly text: string };
  /** Whether the segments of a generated index are built where they are missing. */
  readonly build: boolean;
}

/** The index that a benchmark reads: the given one, or a generated one of this size. */
export async function openIndex(
  { index, rows, build }: ChosenIndex,
  { signal, onProgress }: BenchHooks,
): Promise<EnsuredIndex> {
  if (index !== undefined) return { snapshot: await openSnapshot(index) };
  return await ensureIndex({
    directory: locations.index(rows.text),
    rows: rows.count,
    build,
    signal,
    onProgress,
  });
}
