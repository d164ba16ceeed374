export { allRows, Database, type DatabaseOptions } from './database.ts';
export { type EngineFailure, readFailure } from './engine-failure.ts';
