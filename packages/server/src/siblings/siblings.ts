import { setTimeout as pause } from 'node:timers/promises';
import type { Accounts } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { whenClosed } from '../request/aborted-when-closed.ts';
import type { Instance } from './instance.ts';
import { endToEnd, relayAnswer } from './relay-answer.ts';
import { responseTo, SiblingConnection, SiblingGone } from './sibling-connection.ts';
import { siblingLimits } from './sibling-limits.ts';
import { forwardedHeader, SiblingSignatures } from './sibling-signatures.ts';

/** The other instances of the service: what one of them holds is asked of it. */
export class Siblings {
  readonly signatures: SiblingSignatures;
  readonly instance: Instance;
  readonly #accounts: Accounts;
  /** Where siblings reach this instance; undefined: it forwards nothing, and nothing is forwarded to it. */
  readonly #address: string | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #forwards = 0;

  constructor(accounts: Accounts, instance: Instance, address: string | undefined) {
    this.#accounts = accounts;
    this.instance = instance;
    this.#address = address;
    this.signatures = new SiblingSignatures(accounts);
  }

  /** Lets siblings find this instance. */
  async join(): Promise<void> {
    if (this.#address === undefined) return;
    const address = this.#address;
    const announce = () => this.#accounts.siblings.announce(this.instance.name, address);
    await announce();
    // a failed heartbeat is harmless: who does not answer is asked again, and lives when it answers
    this.#heartbeat = setInterval(() => void announce().catch(() => {}), siblingLimits.heartbeatMs).unref();
  }

  async leave(): Promise<void> {
    if (this.#heartbeat === undefined) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
    await this.#accounts.siblings.leave(this.instance.name).catch(() => {});
  }

  /** The IP address of the caller of a request, which a sibling may have forwarded. */
  callerAddress(request: FastifyRequest): string {
    return this.#signedAddress(request) ?? request.ip;
  }

  /** Whether a sibling has forwarded the request to this instance. */
  isFromSibling(request: FastifyRequest): boolean {
    return this.#signedAddress(request) !== undefined;
  }

  #signedAddress({ headers, method, url }: FastifyRequest): string | undefined {
    const header = headers[forwardedHeader];
    if (typeof header !== 'string') return undefined;
    return this.signatures.addressOf(header, { to: this.instance.name, method, url });
  }

  /**
   * Forwards a request to the instance that holds what it asks for, and sends its answer. False when that is this
   * instance, or it is gone: then the request is answered here. A forwarded request is not forwarded again. Errors:
   * `service_unavailable` when the instance may live and does not answer, or too many requests are forwarded.
   */
  async forward(
    holder: string,
    request: FastifyRequest,
    reply: FastifyReply,
    body: Buffer | null,
  ): Promise<boolean> {
    if (holder === this.instance.name || this.#address === undefined) return false;
    if (request.headers[forwardedHeader] !== undefined) return false;
    if (this.#forwards >= siblingLimits.forwardsMax) throw silent('Too many requests are being forwarded');
    this.#forwards++;
    const ends: (() => void)[] = [() => this.#forwards--];
    whenClosed(reply, () => {
      for (const end of ends.splice(0)) end();
    });
    const connection = await this.#connect(holder);
    if (connection === undefined) return false;
    ends.push(() => connection[Symbol.dispose]());
    if (reply.raw.destroyed) connection[Symbol.dispose]();
    try {
      await this.#send(connection, holder, request, reply, body);
    } catch (error) {
      // who was killed meanwhile is gone; who lives has failed at this request
      const again = reply.raw.destroyed ? undefined : await this.#connect(holder);
      again?.[Symbol.dispose]();
      if (again === undefined) return false;
      throw error;
    }
    return true;
  }

  /** Undefined when the instance is gone. Errors: `service_unavailable`. */
  async #connect(holder: string): Promise<SiblingConnection | undefined> {
    for (let attempt = 1; ; attempt++) {
      const sibling = await this.#accounts.siblings.find(holder);
      if (sibling === undefined) return undefined;
      try {
        return await SiblingConnection.open(sibling.address, holder, this.signatures);
      } catch (error) {
        if (error instanceof SiblingGone || sibling.seenMsAgo > siblingLimits.endedMs) return undefined;
        // a connection that breaks may be that of a process that ends
        if (attempt === 2)
          throw silent('The instance of the service that holds the result does not answer', error);
        await pause(siblingLimits.pauseMs);
      }
    }
  }

  async #send(
    connection: SiblingConnection,
    to: string,
    request: FastifyRequest,
    reply: FastifyReply,
    body: Buffer | null,
  ): Promise<void> {
    const { method, url, scope } = request;
    const outgoing = connection.begin({
      method,
      url,
      headers: {
        ...endToEnd(request.headers),
        'content-length': String(body?.length ?? 0),
        [forwardedHeader]: this.signatures.sign({ to, method, url, address: scope.address }),
      },
    });
    outgoing.setTimeout(siblingLimits.silenceMs, () => outgoing.destroy(new Error('silent for too long')));
    outgoing.on('socket', () => {
      // credentials go only over the connection that has shown whose it is
      if (outgoing.reusedSocket) outgoing.end(body ?? undefined);
      else outgoing.destroy(new Error('the connection was closed'));
    });
    const answer = await responseTo(outgoing).catch((error: unknown) => {
      throw silent('The instance of the service that holds the result did not answer', error);
    });
    outgoing.on('error', () => {}); // the pipeline sees it
    reply.hijack();
    relayAnswer(answer, reply.raw);
  }
}

function silent(message: string, cause?: unknown): AppError {
  return new AppError('service_unavailable', message, { cause, retryAfterSeconds: 1 });
}
