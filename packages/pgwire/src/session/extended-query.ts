import type { SqlParameter } from '@sdq/contract';
import { readParameter } from '../formats/read-parameter.ts';
import { RowWriter } from '../formats/row-writer.ts';
import { pgLimits } from '../pg-limits.ts';
import type { FrontendMessage } from '../protocol/frontend.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { replies } from '../protocol/replies.ts';
import { ClientGone } from '../protocol/wire.ts';
import type { Command } from '../text/command.ts';
import { statementsOf } from '../text/words.ts';
import type { Portal } from './portal.ts';
import { runCommand } from './run-command.ts';
import type { Prepared, Session } from './session.ts';

type Of<Type extends FrontendMessage['type']> = Extract<FrontendMessage, { type: Type }>;

/** A statement that was bound: a query has a portal, a command of the session has none. */
interface Bound {
  readonly prepared: Prepared;
  readonly portal: Portal | undefined;
  readonly formats: readonly number[];
  isDone: boolean;
}

/** Named statements and portals of a session; after an error, messages are skipped up to Sync. */
export class ExtendedQuery {
  readonly #session: Session;
  readonly #statements = new Map<string, Prepared>();
  readonly #portals = new Map<string, Bound>();
  #textBytes = 0;
  #isSkipping = false;

  constructor(session: Session) {
    this.#session = session;
    session.onTransactionEnd = () => this.closePortals();
    session.onDeallocate = (name) => this.#deallocate(name);
    session.onDiscard = async () => {
      this.#deallocate(null);
      await this.closePortals();
    };
  }

  /** Errors: ClientGone, ProtocolError that ends the connection. */
  async handle(message: FrontendMessage): Promise<void> {
    if (message.type === 'sync') return await this.#sync();
    if (this.#isSkipping) return;
    try {
      await this.#take(message);
    } catch (error) {
      if (error instanceof ClientGone || (error instanceof ProtocolError && error.isFatal)) throw error;
      this.#isSkipping = true;
      await this.#session.fail(error, { text: this.#textOf(message) });
      // a client that asked for no Sync yet waits for it
      await this.#session.wire.flush();
    }
  }

  /** The text that an error's position refers to. */
  #textOf(message: FrontendMessage): string {
    switch (message.type) {
      case 'parse':
        return message.text;
      case 'bind':
        return this.#statements.get(message.statement)?.statement?.text ?? '';
      case 'execute':
        return this.#portals.get(message.portal)?.prepared.statement?.text ?? '';
      case 'describe': {
        const prepared =
          message.of === 'statement'
            ? this.#statements.get(message.name)
            : this.#portals.get(message.name)?.prepared;
        return prepared?.statement?.text ?? '';
      }
      default:
        return '';
    }
  }

  async #take(message: FrontendMessage): Promise<void> {
    const { wire } = this.#session;
    switch (message.type) {
      case 'parse':
        this.#parse(message);
        return await wire.send(replies.parseComplete);
      case 'bind':
        await this.#bind(message);
        return await wire.send(replies.bindComplete);
      case 'describe':
        return await this.#describe(message);
      case 'execute':
        return await this.#execute(message);
      case 'close':
        await this.#close(message);
        return await wire.send(replies.closeComplete);
      case 'flush':
        return await wire.flush();
      default:
        throw new ProtocolError('08P01', `A message of type ${message.type} is out of place`);
    }
  }

  #parse({ name, text, parameterTypes }: Of<'parse'>): void {
    const statements = statementsOf(text);
    if (statements.length > 1)
      throw new ProtocolError('42601', 'A prepared statement is one statement', {
        hint: 'Send statements one by one, or in the simple protocol',
      });
    if (name !== '' && this.#statements.has(name))
      throw new ProtocolError(
        '42P05',
        `There is a prepared statement ${JSON.stringify(name.slice(0, 60))} already`,
      );
    const [statement] = statements;
    const prepared = this.#session.prepare(statement, parameterTypes);
    this.#session.refuseInFailed(prepared.command);
    const bytes = text.length - (this.#statements.get(name)?.statement?.text.length ?? 0);
    if (this.#statements.size >= pgLimits.statementsMax || this.#textBytes + bytes > pgLimits.textBytesMax)
      throw new ProtocolError(
        '54000',
        `A session has at most ${pgLimits.statementsMax} prepared statements`,
        {
          hint: 'Close those that are no longer used, or send DEALLOCATE ALL',
        },
      );
    this.#textBytes += bytes;
    this.#statements.set(name, prepared);
  }

  async #bind({ portal: name, statement, ...message }: Of<'bind'>): Promise<void> {
    const session = this.#session;
    const prepared = this.#statement(statement);
    session.refuseInFailed(prepared.command);
    await this.#closePortal(name);
    if (this.#portals.size >= pgLimits.portalsMax)
      throw new ProtocolError('54000', `A session has at most ${pgLimits.portalsMax} portals`);
    const { parameters, parameterFormats, resultFormats: formats } = message;
    if (parameters.length !== prepared.types.length) {
      throw new ProtocolError(
        '08P01',
        `The statement has ${prepared.types.length} parameters, but ${parameters.length} values were provided`,
      );
    }
    const values = parameters.map((bytes, index): SqlParameter => {
      const format = (parameterFormats.length === 1 ? parameterFormats[0] : parameterFormats[index]) ?? 0;
      return readParameter(bytes, prepared.types[index] as Prepared['types'][number], format);
    });
    const isQuery = prepared.command?.kind === 'query';
    const text = prepared.statement?.text ?? '';
    const portal = isQuery ? session.portal(text, values, formats) : undefined;
    this.#portals.set(name, { prepared, portal, formats, isDone: false });
  }

  async #describe({ of, name }: Of<'describe'>): Promise<void> {
    const session = this.#session;
    const { wire } = session;
    if (of === 'statement') {
      const prepared = this.#statement(name);
      await wire.send(replies.parameterDescription(prepared.types.map(({ oid }) => oid)));
      return await this.#describeColumns(prepared, []);
    }
    // a cursor is a portal too
    const isCursor = !this.#portals.has(name) && session.cursors.has(name);
    const bound = isCursor ? undefined : this.#bound(name);
    const portal = isCursor ? session.cursor(name) : bound?.portal;
    if (portal === undefined) {
      const { prepared, formats } = this.#bound(name);
      // the rows of a cursor are written as it was declared
      return await this.#describeColumns(prepared, prepared.command?.kind === 'fetch' ? [] : formats);
    }
    const description = await session.during(portal, () => portal.description());
    await wire.send(description.length === 0 ? replies.noData : replies.rowDescription(description));
  }

  async #describeColumns(prepared: Prepared, formats: readonly number[]): Promise<void> {
    this.#session.refuseInFailed(prepared.command);
    const columns = await this.#session.columnsOf(prepared);
    const reply =
      columns === undefined
        ? replies.noData
        : replies.rowDescription(new RowWriter(columns, formats).description);
    await this.#session.wire.send(reply);
  }

  async #execute({ portal: name, rowsMax }: Of<'execute'>): Promise<void> {
    const { wire } = this.#session;
    const bound = this.#bound(name);
    const { command } = bound.prepared;
    this.#session.refuseInFailed(command);
    if (command === undefined) return await wire.send(replies.emptyQuery);
    if (bound.portal === undefined) {
      if (bound.isDone) throw new ProtocolError('55000', 'The portal was run already');
      bound.isDone = true;
      const tag = await runCommand(this.#session, command as Exclude<Command, { kind: 'query' }>, false);
      return await wire.send(replies.commandComplete(tag));
    }
    const { portal } = bound;
    const rows = await this.#session.during(portal, async () => {
      if (portal.isEnded) return 0;
      const count = await this.#session.sendRows(portal, rowsMax === 0 ? Number.POSITIVE_INFINITY : rowsMax);
      if (portal.hasMore) return undefined;
      await this.#session.settle(portal);
      return count;
    });
    if (rows === undefined) return await wire.send(replies.portalSuspended);
    const tag = command.kind === 'query' ? command.tag : '';
    await wire.send(replies.commandComplete(tag === 'SELECT' ? `SELECT ${rows}` : tag));
  }

  async #close({ of, name }: Of<'close'>): Promise<void> {
    if (of === 'portal') return await this.#closePortal(name);
    this.#deallocate(name);
  }

  async #sync(): Promise<void> {
    const { wire } = this.#session;
    this.#isSkipping = false;
    if (this.#session.state === 'I') await this.closePortals();
    await wire.send(replies.ready(this.#session.state));
    await wire.flush();
  }

  /** A simple query destroys the unnamed statement and portal. */
  async closeUnnamed(): Promise<void> {
    this.#deallocate('');
    await this.#closePortal('');
  }

  async closePortals(): Promise<void> {
    for (const name of [...this.#portals.keys()]) await this.#closePortal(name);
  }

  async #closePortal(name: string): Promise<void> {
    const bound = this.#portals.get(name);
    this.#portals.delete(name);
    await bound?.portal?.close();
  }

  /** Null for all. */
  #deallocate(name: string | null): void {
    if (name === null) {
      this.#statements.clear();
      this.#textBytes = 0;
      return;
    }
    this.#textBytes -= this.#statements.get(name)?.statement?.text.length ?? 0;
    this.#statements.delete(name);
  }

  #statement(name: string): Prepared {
    const found = this.#statements.get(name);
    if (found !== undefined) return found;
    const shown =
      name === ''
        ? 'No statement was prepared'
        : `There is no prepared statement ${JSON.stringify(name.slice(0, 60))}`;
    throw new ProtocolError('26000', shown);
  }

  #bound(name: string): Bound {
    const found = this.#portals.get(name);
    if (found === undefined)
      throw new ProtocolError('34000', `There is no portal ${JSON.stringify(name.slice(0, 60))}`);
    return found;
  }
}
