import type { DuckDBConnection } from '@duckdb/node-api';

const everyMs = 100;

/**
 * Reads how much of the running query of a connection is done, from 0 to 1, until the returned function is called. It costs
 * some 2 ms, so that only queries whose callers ask are watched.
 */
export async function watchProgress(
  connection: DuckDBConnection,
  onProgress: (fraction: number) => void,
): Promise<() => void> {
  // pragmas, since the configuration is locked; the first one first, so that nothing is printed
  await connection.run('PRAGMA disable_print_progress_bar');
  await connection.run('PRAGMA enable_progress_bar');
  const timer = setInterval(() => {
    const { percentage } = connection.progress;
    // negative where it is unknown
    if (percentage >= 0) onProgress(Math.min(1, percentage / 100));
  }, everyMs);
  return () => clearInterval(timer);
}
