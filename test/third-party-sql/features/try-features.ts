import { differenceOf } from '../compare/judge.ts';
import type { Databases } from '../verify.ts';
import type { Feature, FeatureGroup } from './feature.ts';
import { queryFeatures } from './queries.ts';
import { toolFeatures } from './tools.ts';
import { valueFeatures } from './values.ts';

export const featureGroups: readonly FeatureGroup[] = [...queryFeatures, ...valueFeatures, ...toolFeatures];

/** What comes of a feature, as the documentation tells it. */
export interface TriedFeature extends Feature {
  readonly result: 'works' | 'works, unlike in DuckDB' | 'differs' | 'refused';
  /** Code, message and hint of a refusal, or how rows differ. */
  readonly detail: string;
}

/** Tries every feature in the engine, and compares what it answers with plain DuckDB. */
export async function tryFeatures(databases: Databases): Promise<{ title: string; tried: TriedFeature[] }[]> {
  const groups: { title: string; tried: TriedFeature[] }[] = [];
  for (const { title, features } of featureGroups) {
    const tried = await Promise.all(features.map((feature) => tryFeature(feature, databases)));
    groups.push({ title, tried });
  }
  return groups;
}

async function tryFeature(feature: Feature, { engines, plain }: Databases): Promise<TriedFeature> {
  const answer = await engines.withPaths(feature.sql);
  if (answer.outcome === 'error') {
    const { code, message, hint } = answer;
    const said = `\`${code}\`: ${message}`;
    const detail = hint === null ? said : `${said.replace(/\.$/, '')}. ${hint}`;
    return { ...feature, result: 'refused', detail };
  }
  if (feature.compared === false) return { ...feature, result: 'works', detail: '' };
  const expected = await plain.run(feature.sql);
  if (expected.outcome === 'error') return { ...feature, result: 'works, unlike in DuckDB', detail: '' };
  const syntax = await plain.syntax(feature.sql);
  const difference = differenceOf(expected, answer, syntax);
  return difference === undefined
    ? { ...feature, result: 'works', detail: '' }
    : { ...feature, result: 'differs', detail: difference.text };
}
