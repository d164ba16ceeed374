import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite';

/**
 * Opens a file with Node's SQLite. The module is loaded when the first file is opened: Node 22 prints a warning when it is
 * loaded, and versions before 22.5 lack it.
 */
export function openDatabase(path: string, options: DatabaseSyncOptions): DatabaseSync {
  return new (process.getBuiltinModule('node:sqlite').DatabaseSync)(path, options);
}
