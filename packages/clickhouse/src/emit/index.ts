export { aggregates } from './aggregates/aggregates.ts';
export { type BoundQuery, PlanBinder } from './bind/plan-binder.ts';
export type { ClusterColumn, ClusterTable, EmitContext, Emitted, EmittedColumn } from './context.ts';
export { emit } from './emit.ts';
export { functions } from './functions/functions.ts';
export { storageType } from './storage-type.ts';
