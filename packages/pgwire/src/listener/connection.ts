import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import { pgLimits } from '../pg-limits.ts';
import { readFrontend, readStartup, type StartupMessage } from '../protocol/frontend.ts';
import { malformed, ProtocolError } from '../protocol/protocol-error.ts';
import { replies } from '../protocol/replies.ts';
import { ClientGone, Wire } from '../protocol/wire.ts';
import type { QueryService } from '../query-service.ts';
import { ExtendedQuery } from '../session/extended-query.ts';
import { failureFields } from '../session/failures.ts';
import { Session } from '../session/session.ts';
import { SessionSettings, startupSettings } from '../session/settings.ts';
import { runSimple } from '../session/simple-query.ts';
import type { CancelKeys } from './cancel-keys.ts';
import { logIn } from './log-in.ts';

/** What all connections of a listener share. */
export interface Shared {
  readonly service: QueryService;
  readonly cancelKeys: CancelKeys;
  /** Undefined for no TLS. */
  readonly secureContext: (() => SecureContext) | undefined;
  readonly isPlainAllowed: boolean;
  /** Whether the connection is one too many: it is told so. */
  readonly isRefused: boolean;
}

const tlsByte = 0x16;

/** One connection, from its first byte to its end. */
export class Connection {
  readonly #socket: Socket;
  readonly #shared: Shared;
  #wire: Wire;
  #session: Session | undefined;
  #isEncrypted = false;
  /** Whether a message is being answered. */
  #isBusy = false;
  #isClosing = false;

  constructor(socket: Socket, shared: Shared) {
    this.#socket = socket;
    this.#shared = shared;
    this.#wire = new Wire(socket);
  }

  /** Answers until the client or the service ends it. Never rejects. */
  async serve(): Promise<void> {
    const deadline = setTimeout(() => this.#socket.destroy(), pgLimits.loginMs);
    let extended: ExtendedQuery | undefined;
    try {
      const startup = await this.#start();
      if (startup === undefined) return;
      const session = await this.#open(startup);
      clearTimeout(deadline);
      this.#session = session;
      extended = new ExtendedQuery(session);
      await this.#answer(session, extended);
    } catch (error) {
      if (!(error instanceof ClientGone)) await this.#tell(error);
    } finally {
      clearTimeout(deadline);
      await extended?.closePortals();
      await this.#session?.closeCursors();
      await this.#wire.end();
    }
  }

  /** Ends it: at once when it is idle, otherwise after the message that is being answered. */
  close(): void {
    this.#isClosing = true;
    if (!this.#isBusy) void this.#bye();
  }

  /** Cancels what runs, and ends it. */
  stop(): void {
    this.#isClosing = true;
    this.#session?.cancel();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  async #bye(): Promise<void> {
    await this.#tell(new ProtocolError('57P01', 'The service is shutting down', { isFatal: true }));
    await this.#wire.end();
  }

  async #tell(error: unknown): Promise<void> {
    const fields = failureFields(error, this.#shared.service, { isFatal: true });
    await this.#wire.send(replies.error(fields)).catch(() => {});
    await this.#wire.flush().catch(() => {});
  }

  /** The startup message, after TLS if the client asks for it; undefined when there is nothing to answer. */
  async #start(): Promise<Extract<StartupMessage, { type: 'startup' }> | undefined> {
    const { secureContext, cancelKeys } = this.#shared;
    if ((await this.#wire.peek()) === tlsByte && secureContext !== undefined) this.#encrypt(secureContext());
    // each kind of request may come once
    for (let asked = 0; asked < 3; asked++) {
      const body = await this.#wire.startup();
      if (body === undefined) return undefined;
      const message = readStartup(body);
      if (message.type === 'startup') return message;
      if (message.type === 'cancel') return void cancelKeys.cancel(message.processId, message.secret);
      const isAccepted = message.type === 'tls' && secureContext !== undefined && !this.#isEncrypted;
      if (isAccepted && this.#wire.pendingBytes > 0)
        throw malformed('Bytes came before the encryption began');
      await this.#wire.send(Buffer.from(isAccepted ? 'S' : 'N'));
      await this.#wire.flush();
      if (isAccepted) this.#encrypt(secureContext());
    }
    throw malformed('The client asked for encryption too often');
  }

  #encrypt(secureContext: SecureContext): void {
    const plain = this.#wire.release() as Socket;
    const secure = new TLSSocket(plain, {
      isServer: true,
      secureContext,
      ALPNProtocols: ['postgresql'],
    });
    secure.on('error', () => plain.destroy());
    this.#isEncrypted = true;
    this.#wire = new Wire(secure);
  }

  /** Checks the client, and tells it its settings. */
  async #open({ minor, parameters }: Extract<StartupMessage, { type: 'startup' }>): Promise<Session> {
    const { service, cancelKeys, isPlainAllowed, isRefused } = this.#shared;
    if (isRefused)
      throw new ProtocolError('53300', 'Too many connections', { hint: 'Reuse connections, or open fewer' });
    service.refuseWhenDraining();
    if (!this.#isEncrypted && !isPlainAllowed) {
      throw new ProtocolError('28000', 'This listener accepts encrypted connections only', {
        hint: 'Connect with TLS: sslmode=require, or ssl: true',
      });
    }
    const options = [...parameters.keys()].filter((name) => name.startsWith('_pq_.'));
    if (minor > 0 || options.length > 0) await this.#wire.send(replies.negotiateVersion(0, options));
    const user = parameters.get('user') ?? '';
    const replication = parameters.get('replication') ?? 'false';
    if (!/^(?:false|off|no|0)$/i.test(replication))
      throw new ProtocolError('0A000', 'Replication is not supported');
    const platform = this.#platform(parameters.get('database') ?? user, user);
    const address = this.#socket.remoteAddress ?? '';
    const login = { user, platform, address, isEncrypted: this.#isEncrypted };
    const caller = await logIn(this.#wire, service, login);
    const settings = new SessionSettings();
    const session = new Session(this.#wire, service, caller, settings);
    const { processId, secret } = cancelKeys.add(session);
    this.#socket.once('close', () => cancelKeys.remove(processId));
    await this.#greet(session, parameters);
    await this.#wire.send(replies.backendKey(processId, secret), replies.ready('I'));
    await this.#wire.flush();
    return session;
  }

  async #greet({ settings, wire }: Session, parameters: ReadonlyMap<string, string>): Promise<void> {
    const refused: ProtocolError[] = [];
    for (const { name, value } of startupSettings(parameters)) {
      try {
        settings.begin(name, value);
      } catch (error) {
        // drivers send the time zone of their machine unasked, and follow the one that they are told
        if (!(error instanceof ProtocolError) || name.toLowerCase() !== 'timezone') throw error;
        refused.push(error);
      }
    }
    await wire.send(replies.authenticationOk);
    for (const [name, value] of settings.told()) await wire.send(replies.parameterStatus(name, value));
    for (const { sqlState, message, hint } of refused)
      await wire.send(replies.notice({ severity: 'WARNING', sqlState, message, hint }));
  }

  /** The platform of a database: its name, or the default one for names that clients make up. */
  #platform(database: string, user: string): string {
    const { platforms } = this.#shared.service;
    const name = database.toLowerCase();
    const [first = ''] = platforms;
    if (platforms.includes(name)) return name;
    if (database === user || ['sdq', 'main', 'postgres'].includes(name)) return first;
    throw new ProtocolError('3D000', `There is no database ${JSON.stringify(database.slice(0, 60))}`, {
      hint: `A database is a platform: ${platforms.join(', ')}`,
    });
  }

  async #answer(session: Session, extended: ExtendedQuery): Promise<void> {
    const wire = this.#wire;
    while (!this.#isClosing) {
      const ms = session.state === 'I' ? pgLimits.idleMs : pgLimits.idleInTransactionMs;
      const message = await wire.next({ bytesMax: pgLimits.messageBytesMax, ms });
      if (message === undefined) return;
      if (message === 'silent') throw silent(session.state !== 'I');
      this.#isBusy = true;
      const read = readFrontend(message.letter, message.body);
      if (read.type === 'terminate') return;
      if (read.type === 'query') {
        await extended.closeUnnamed();
        await runSimple(session, read.text);
        await wire.send(replies.ready(session.state));
        await wire.flush();
      } else if (read.type === 'copy') {
        // what a client still sends after an error in COPY
      } else await extended.handle(read);
      this.#isBusy = false;
    }
    await this.#bye();
  }
}

function silent(isInTransaction: boolean): ProtocolError {
  return new ProtocolError(
    isInTransaction ? '25P03' : '57P05',
    isInTransaction ? 'The transaction was idle for too long' : 'The connection was idle for too long',
    { isFatal: true },
  );
}
