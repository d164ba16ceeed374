import type { DuckDBConnection } from '@duckdb/node-api';

/**
 * Interrupts the statement that runs on a connection when a signal is aborted, until it is disposed: before the connection
 * is closed. A signal that was aborted before interrupts nothing.
 */
export function interruptOnAbort(connection: DuckDBConnection, signal: AbortSignal | undefined): Disposable {
  const interrupt = () => connection.interrupt();
  signal?.addEventListener('abort', interrupt);
  return { [Symbol.dispose]: () => signal?.removeEventListener('abort', interrupt) };
}
