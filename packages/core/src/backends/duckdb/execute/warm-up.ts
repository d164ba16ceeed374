import type { DuckDBConnection } from '@duckdb/node-api';
import type { HeldParts } from '../runnable-plan.ts';
import type { AttachedFiles } from './attached-files.ts';
import type { Deadline } from './deadline.ts';
import type { SearchedFiles } from './find-ordinals.ts';
import type { HeldNumbers } from './held-numbers.ts';

/**
 * Attaches files, fills tables of changed rows, and reads ordinals and keys that queries will need, one after the other: queries
 * that need one of them meanwhile get their turn. What cannot be made is left out: a query that needs it says why. Closes the
 * connection. Errors: those of {@link Deadline.during}.
 */
export async function warmUp(
  connection: DuckDBConnection,
  deadline: Deadline,
  attached: AttachedFiles,
  files: Pick<SearchedFiles, 'masked' | 'beside'> & { readonly numbers: HeldNumbers },
  { attachments, masked, beside, numbers }: HeldParts,
): Promise<void> {
  const leaves: (() => void)[] = [];
  const make = async (work: () => Promise<unknown>) => {
    await deadline.during(() => work().catch(() => {}));
  };
  try {
    for (const each of attachments)
      await make(async () => leaves.push(await attached.use(connection, [each])));
    for (const each of masked) await make(() => files.masked.of(connection, each));
    for (const each of beside) await make(() => files.beside.read(connection, each));
    for (const each of numbers) await make(() => files.numbers.read(connection, each));
  } finally {
    connection.closeSync();
    for (const leave of leaves) leave();
  }
}
