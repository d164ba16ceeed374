import { AppError } from '@sdq/contract';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import { serviceLimits } from '../service-limits.ts';

const { eventStreamsMax, eventStreamsPerAccountMax, eventStreamMs, eventPauseMs } = serviceLimits;

/** An open stream of server-sent events. */
export interface EventStream {
  /** Sends an event; its data as JSON. Nothing happens once the stream has ended. */
  send(event: { name: string; id?: string; data: object }): void;
  end(): void;
}

/** The open streams of server-sent events, limited in number per account and in total. */
export class EventStreams {
  /** How to end each open stream, and whose it is. */
  readonly #open = new Map<() => void, string>();

  constructor(app: App) {
    app.addHook('preClose', async () => {
      for (const end of [...this.#open.keys()]) end();
    });
  }

  /**
   * Answers with a stream. A comment every 5 s keeps the connection open; the stream ends after an hour. `onClose` is
   * called once, whoever ends it. Errors: `rate_limited`.
   */
  begin(reply: FastifyReply, accountId: string, onClose: () => void): EventStream {
    const own = [...this.#open.values()].filter((owner) => owner === accountId).length;
    if (own >= eventStreamsPerAccountMax || this.#open.size >= eventStreamsMax) throw tooMany(own);
    const { raw } = reply;
    reply.hijack();
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const end = () => raw.end();
    const pulse = setInterval(() => {
      // a client that does not read is disconnected instead of buffered for
      if (raw.writableNeedDrain) raw.destroy();
      else raw.write(': still here\n\n');
    }, eventPauseMs).unref();
    const last = setTimeout(end, eventStreamMs).unref();
    this.#open.set(end, accountId);
    raw.once('close', () => {
      onClose();
      clearInterval(pulse);
      clearTimeout(last);
      this.#open.delete(end);
    });
    return {
      send({ name, id, data }) {
        if (raw.writableEnded || raw.destroyed) return;
        const idLine = id === undefined ? '' : `id: ${id}\n`;
        raw.write(`event: ${name}\n${idLine}data: ${JSON.stringify(data)}\n\n`);
      },
      end,
    };
  }
}

function tooMany(own: number): AppError {
  return new AppError('rate_limited', `Too many event streams: ${own} of this account are open`, {
    retryAfterSeconds: 5,
    hint: `Close one; an account can have ${eventStreamsPerAccountMax}`,
  });
}
