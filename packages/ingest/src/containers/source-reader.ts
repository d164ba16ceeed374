import type { DuckDBConnection } from '@duckdb/node-api';
import { Database } from '@sdq/duckdb';

const memoryBytesMax = 512 * 1024 * 1024;
/** How long the database stays open after its last use. */
const idleMs = 60_000;

let opened: Promise<Database> | undefined;
let users = 0;
let closing: NodeJS.Timeout | undefined;

/**
 * Connects to a database in memory that reads source files. To open one takes longer than to read a small file: a process that
 * adds file after file has one, which is closed when it was not used for a minute. Dispose of the connection after use.
 */
export async function connectSourceReader(): Promise<{ connection: DuckDBConnection } & Disposable> {
  clearTimeout(closing);
  users++;
  try {
    opened ??= Database.open({ memoryBytesMax, cachesFiles: false });
    const connection = await (await opened).connect();
    return {
      connection,
      [Symbol.dispose]: () => {
        connection.closeSync();
        leave();
      },
    };
  } catch (error) {
    opened = undefined;
    leave();
    throw error;
  }
}

function leave(): void {
  users--;
  if (users > 0) return;
  closing = setTimeout(() => {
    const database = opened;
    opened = undefined;
    void database?.then((each) => each.close());
  }, idleMs);
  closing.unref();
}
