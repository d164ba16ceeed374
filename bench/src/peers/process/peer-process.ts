import { measure } from '../../measure/measure.ts';
import { measureThroughput } from '../../measure/throughput.ts';
import { openPeer } from '../open-peer.ts';
import type { Peer } from '../peer.ts';
import type { PeerReply, PeerRequest } from './messages.ts';

/**
 * The program of a peer's process: it opens the peer, runs queries on request and measures their cost in this process,
 * isolated from every other peer and from the communication between processes.
 */
let peer: Peer | undefined;

function opened(): Peer {
  if (peer === undefined) throw new Error('the peer is not open');
  return peer;
}

async function handle(request: PeerRequest): Promise<unknown> {
  switch (request.call) {
    case 'open':
      peer = await openPeer(request.argument);
      return undefined;
    case 'measure':
      return await measure(opened(), request.argument);
    case 'answer':
      return await opened().answer(request.argument.sql, request.argument.path, request.argument.rowsKept);
    case 'planBytes':
      return (await opened().planBytes?.(request.argument)) ?? 0;
    case 'throughput':
      return await measureThroughput(opened(), request.argument.queries, request.argument.options);
  }
}

process.on('message', async (request: PeerRequest) => {
  const reply: PeerReply = await handle(request).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(reply);
});

// An interrupt in a terminal reaches this process as well, but its parent decides when to stop.
process.on('SIGINT', () => {});
process.on('disconnect', async () => {
  // An orderly shutdown has a time limit; files that a peer leaves after a hard exit are tolerated.
  setTimeout(() => process.exit(1), 5_000).unref();
  await peer?.[Symbol.asyncDispose]();
  process.exit(0);
});
