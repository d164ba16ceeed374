import type { AnswerDigest } from '../../measure/answer-digest.ts';
import type { Cost } from '../../measure/measure.ts';
import type { Throughput, ThroughputOptions } from '../../measure/throughput.ts';
import type { WrittenAnswer } from '../peer.ts';
import type { PeerSpecification } from '../peer-specification.ts';

/** The calls to a peer's process, and their results. */
export interface PeerCalls {
  open: { argument: PeerSpecification; result: undefined };
  measure: { argument: string; result: Cost };
  answer: { argument: { sql: string; path: string; rowsKept: number }; result: AnswerDigest | WrittenAnswer };
  planBytes: { argument: string; result: number };
  throughput: {
    argument: { queries: readonly string[]; options: ThroughputOptions };
    result: Throughput;
  };
}

export type PeerCall = keyof PeerCalls;

/** One call at a time; each gets one reply. */
export type PeerRequest = {
  [Call in PeerCall]: { readonly call: Call; readonly argument: PeerCalls[Call]['argument'] };
}[PeerCall];

export type PeerReply = { readonly result: unknown } | { readonly error: string };
