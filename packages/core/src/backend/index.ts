/** What a backend is written against (`@sdq/core/backend`). Guide: docs/backends.md. */

export { type PlacedErrorFacts, placedError } from '../errors/placed-error.ts';
export type { Resolved, Statement, TableReference } from '../stages.ts';
export type * as ast from '../syntax/ast.ts';
export { type Token, tokenize } from '../syntax/tokens.ts';
export type {
  BackendContext,
  BackendFactory,
  BackendNode,
  BackendPlan,
  BackendSnapshot,
  BackendStatus,
  Described,
  ExecutionBackend,
  PlanOptions,
  Route,
  RuleOutcome,
  StoredTable,
  TextHash,
} from './execution-backend.ts';
export { resultColumns } from './result-columns.ts';
export type { ResultStream, ResultSummary, RunLimits, SpooledResult } from './result-stream.ts';
export { queryCancelled, queryCrashedEngine, queryTimeout, resultExpired } from './stream-errors.ts';
export type { VectorSource } from './vector-source.ts';
export { beginStream } from './vector-stream.ts';
