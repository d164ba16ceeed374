import { expect } from 'vitest';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import type { Answer, OpenIndex } from './open-index.ts';

/** Compares the rows and columns that structures give with those of base files; returns the answer from structures. */
export async function expectSame(
  index: OpenIndex,
  { text, isOrdered }: { readonly text: string; readonly isOrdered: boolean },
  preferred?: string,
  platform?: string,
): Promise<Answer> {
  const original = await index.answer(text, ruleNames, undefined, platform);
  const routed = await index.answer(text, ['push-limit'], preferred, platform);
  const [a, b] = [original.lines, routed.lines];
  expect(isOrdered ? b : [...b].sort()).toEqual(isOrdered ? a : [...a].sort());
  expect(routed.columns).toEqual(original.columns);
  return routed;
}
