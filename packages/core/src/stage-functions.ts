/**
 * The single stages, for measuring them one by one (`@sdq/core/stages`). To run queries, use `openEngine`, which
 * keeps their order.
 */

export { createEncoder, uniqueNames } from '@sdq/encode';
export { readBatch, readType } from '@sdq/encode/duckdb';
export { type Chunks, Executor } from './backends/duckdb/execute/executor.ts';
export { plan } from './backends/duckdb/plan/plan.ts';
export type { Plan } from './backends/duckdb/runnable-plan.ts';
export { admit } from './gate/admit/admit.ts';
export { mergeSubqueries } from './gate/merge/merge-subqueries.ts';
export { Parser } from './gate/parse/parser.ts';
export { resolve } from './gate/resolve/resolve.ts';
