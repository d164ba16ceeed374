import { sqlName } from '@sdq/duckdb/sql';
import type { PlainCall, PlainReply, PlainRequest } from './messages.ts';
import { PlainSession } from './plain-session.ts';

/**
 * The program of the process in which plain DuckDB runs statements of other people. It may crash, and it is killed when
 * a statement takes too long; its parent then starts another one.
 */
let session: PlainSession | undefined;

function opened(): PlainSession {
  if (session === undefined) throw new Error('The database is not open');
  return session;
}

async function handle(request: PlainRequest): Promise<unknown> {
  switch (request.call) {
    case 'open':
      session = await PlainSession.open(request.argument);
      return undefined;
    case 'run':
      return await opened().run(request.argument);
    case 'syntax':
      return await opened().serialized('json_serialize_sql($1::VARCHAR)', request.argument);
    case 'text':
      return await opened().serialized('json_deserialize_sql($1::JSON)', request.argument);
    case 'prepare':
      return await opened().prepare(request.argument);
    case 'forget':
      return await opened().forget();
    case 'preparedTables':
      return await opened().preparedTables();
    case 'cteOf':
      return await opened().cteOf(request.argument, sqlName(request.argument.table));
    default:
      throw new Error(`Unknown call ${(request as { call: PlainCall }).call}`);
  }
}

process.on('message', async (request: PlainRequest) => {
  const reply: PlainReply = await handle(request).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(reply);
});

// An interrupt in a terminal reaches this process as well, but its parent decides when to stop.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));
