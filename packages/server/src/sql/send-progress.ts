import type { FastifyReply } from 'fastify';
import { principalOf } from '../request/access.ts';
import type { EventStreams } from '../response/event-streams.ts';
import { statementView } from './statement-view.ts';
import type { Statement } from './statements.ts';

const everyMs = 250;

/** Sends the progress of a statement as events until it ends. Errors: those of `EventStreams`. */
export function sendProgress(streams: EventStreams, reply: FastifyReply, statement: Statement): void {
  let timer: NodeJS.Timeout | undefined;
  const stream = streams.begin(reply, principalOf(reply.request).accountId, () => clearInterval(timer));
  let told = '';
  const tell = () => {
    const { rows, progress, state } = statement;
    const now = JSON.stringify([rows, progress, state]);
    if (now !== told) stream.send({ name: 'progress', data: statementView(statement) });
    told = now;
  };
  tell();
  timer = setInterval(tell, everyMs);
  void statement.ended.then(() => {
    clearInterval(timer);
    stream.send({ name: 'end', data: statementView(statement) });
    stream.end();
  });
}
