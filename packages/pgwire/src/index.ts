export { type Listener, type ListenerOptions, startListener } from './listener/start-listener.ts';
export { pgLimits } from './pg-limits.ts';
export type { Asked, Caller, QueryService, Receipt, RunningQuery, Told } from './query-service.ts';
