export { allRows, createTemporary, Database, type DatabaseOptions, dropTables } from './database.ts';
export {
  type EngineFailure,
  endsDatabase,
  isEndedByOther,
  isInterrupt,
  isOutOfMemory,
  readFailure,
} from './engine-failure.ts';
export { connectionHandle, resultHandle, statementHandle } from './handles.ts';
export { interruptOnAbort } from './interrupt-on-abort.ts';
export { coresOfMachine, memoryOfMachine, quotaOf } from './machine.ts';
