import { geometricMean, percentile } from '../../measure/statistics.ts';
import { engineName } from '../../peers/participant.ts';
import type { QuestionResult, RandomReport } from './random-report.ts';

/** Below this share of the best peer's cost, the engine is dearer by more than measurements vary. */
export const clearlyDearer = 0.8;

/** Figures over a set of questions. */
export interface Figures {
  readonly questions: number;
  /** CPU milliseconds of the engine. */
  readonly p50Ms: number;
  readonly p90Ms: number;
  /** By peer: the geometric mean of its cost by the engine's, and over how many questions. */
  readonly ratios: Readonly<Record<string, { readonly mean: number; readonly questions: number }>>;
  /** The 5th percentile of the best peer's cost by the engine's. */
  readonly besideBestP5: number;
  /** The share of questions in which the best peer needs less than 0.8 times the engine's cost. */
  readonly dearerShare: number;
}

export function peerNamesOf({ participants }: Pick<RandomReport, 'participants'>): string[] {
  return participants.flatMap((one) => ('absent' in one || one.name === engineName ? [] : [one.name]));
}

/** A peer's cost by the engine's; undefined if one has none, or if the peer's answer is another. */
export function ratioTo({ costs }: QuestionResult, peer: string): number | undefined {
  const [ours, theirs] = [costs[engineName], costs[peer]];
  if (ours === undefined || theirs === undefined || theirs.difference !== undefined) return undefined;
  return theirs.cpuMs / ours.cpuMs;
}

/** The cost of the best peer by the engine's. */
export function ratioToBest(result: QuestionResult, peers: readonly string[]): number | undefined {
  const ratios = peers.flatMap((peer) => ratioTo(result, peer) ?? []);
  return ratios.length === 0 ? undefined : Math.min(...ratios);
}

export function figuresOf(questions: readonly QuestionResult[], peers: readonly string[]): Figures {
  const costs = questions.flatMap(({ costs }) => costs[engineName]?.cpuMs ?? []);
  const best = questions.flatMap((question) => ratioToBest(question, peers) ?? []);
  const ratios = peers.map((peer) => {
    const values = questions.flatMap((question) => ratioTo(question, peer) ?? []);
    return [peer, { mean: geometricMean(values), questions: values.length }] as const;
  });
  return {
    questions: questions.length,
    p50Ms: percentile(costs, 0.5),
    p90Ms: percentile(costs, 0.9),
    ratios: Object.fromEntries(ratios),
    besideBestP5: percentile(best, 0.05),
    dearerShare: best.filter((value) => value < clearlyDearer).length / best.length,
  };
}

/** Answers of the engine that differ or are missing. A report with any of them is no clean result. */
export function faultsOf({ questions }: Pick<RandomReport, 'questions'>): string[] {
  return questions.flatMap(({ number, kind, sql, costs, absent }) => {
    const ours = costs[engineName];
    const fault =
      ours?.difference ?? absent[engineName] ?? (ours?.timedOut ? 'no answer in time' : undefined);
    return fault === undefined ? [] : [`${number} ${kind}: ${fault}\n  ${sql}`];
  });
}
