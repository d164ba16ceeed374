/**
 * The stages by themselves, so that they can be measured one by one (`@sdq/core/stages`). Whoever wants answers
 * uses `openEngine`, which keeps their order.
 */
export { admit } from './admit/index.ts';
export { type Chunks, Executor } from './execute/index.ts';
export { Parser } from './parse/index.ts';
export { plan } from './plan/index.ts';
export { resolve } from './resolve/index.ts';
export type { Plan } from './stages.ts';
export { createEncoder, uniqueNames } from './stream/index.ts';
