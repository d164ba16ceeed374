import type { ResultColumn } from '@sdq/contract';
import type { PostgresType } from '@sdq/core';
import { RowWriter } from '../formats/row-writer.ts';
import { pgLimits } from '../pg-limits.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { type ReplyFields, replies, type TransactionState } from '../protocol/replies.ts';
import type { Wire } from '../protocol/wire.ts';
import type { Caller, QueryService, Receipt } from '../query-service.ts';
import { type Command, commandOf } from '../text/command.ts';
import { parameterTypes } from '../text/parameter-types.ts';
import type { StatementText } from '../text/words.ts';
import { failureFields } from './failures.ts';
import { Portal } from './portal.ts';
import type { SessionSettings } from './settings.ts';

/** A statement that was read; without text for an empty one. */
export interface Prepared {
  readonly statement: StatementText | undefined;
  readonly command: Command | undefined;
  readonly types: readonly PostgresType[];
}

const allowedInFailed: ReadonlySet<string> = new Set(['commit', 'rollback', 'rollback to']);

/** What both protocols, simple and extended, share: settings, the transaction, cursors, and running statements. */
export class Session {
  readonly wire: Wire;
  readonly service: QueryService;
  readonly caller: Caller;
  readonly settings: SessionSettings;
  state: TransactionState = 'I';
  /** The statements that a cancel request ends. */
  readonly #active = new Set<Portal>();
  readonly cursors = new Map<string, { portal: Portal; isHeld: boolean }>();
  /** Closes the named statements and portals of the extended protocol. */
  onDiscard: (() => Promise<void>) | undefined;
  onTransactionEnd: (() => Promise<void>) | undefined;
  onDeallocate: ((name: string | null) => void) | undefined;
  #snapshotId: string | null = null;

  constructor(wire: Wire, service: QueryService, caller: Caller, settings: SessionSettings) {
    this.wire = wire;
    this.service = service;
    this.caller = caller;
    this.settings = settings;
  }

  /** Ends the statement that runs. */
  cancel(): void {
    for (const portal of this.#active) portal.cancel();
  }

  prepare(statement: StatementText | undefined, given: readonly number[] = []): Prepared {
    if (statement === undefined) return { statement, command: undefined, types: [] };
    const command = commandOf(statement);
    const types = parameterTypes(statement.words, given, (name) => this.caller.typeOfColumn(name));
    return { statement, command, types };
  }

  /** Errors: ProtocolError in a failed transaction. */
  refuseInFailed(command: Command | undefined): void {
    if (this.state !== 'E' || command === undefined || allowedInFailed.has(command.kind)) return;
    throw new ProtocolError('25P02', 'The transaction has failed: statements are ignored until its end', {
      hint: 'Send ROLLBACK',
    });
  }

  portal(
    text: string,
    parameters: Parameters<Caller['run']>[0]['parameters'] = [],
    formats: readonly number[] = [],
  ): Portal {
    const { rowsMax, timeoutMs, maxCost } = this.settings;
    const snapshotId = this.state === 'T' ? this.#snapshotId : null;
    return new Portal(this.caller, { text, parameters, rowsMax, timeoutMs, maxCost, snapshotId }, formats);
  }

  /** The columns of a statement that is not run; undefined for one without rows. */
  async columnsOf({ statement, command, types }: Prepared): Promise<readonly ResultColumn[] | undefined> {
    if (statement === undefined || command === undefined) return undefined;
    if (command.kind === 'show') {
      const shown = this.settings.show(command.name);
      return shown === undefined ? await this.#describe(statement.text, 0) : [textColumn(shown.name)];
    }
    if (command.kind === 'fetch' && !command.isMove) return (await this.cursor(command.name).start()).columns;
    if (command.kind !== 'query') return undefined;
    const columns = await this.#describe(statement.text, types.length);
    return columns.length === 0 ? undefined : columns;
  }

  async #describe(text: string, parameters: number): Promise<readonly ResultColumn[]> {
    const values = Array.from({ length: parameters }, () => null);
    return await this.caller.describe({ text, parameters: values, signal: this.wire.gone });
  }

  /** While work runs, a cancel request and the end of the connection cancel its portal. */
  async during<Result>(portal: Portal, work: () => Promise<Result>): Promise<Result> {
    const cancel = () => portal.cancel();
    this.#active.add(portal);
    this.wire.gone.addEventListener('abort', cancel, { once: true });
    try {
      const { snapshotId } = await portal.start();
      if (this.state === 'T') this.#snapshotId ??= snapshotId;
      return await work();
    } finally {
      this.#active.delete(portal);
      this.wire.gone.removeEventListener('abort', cancel);
    }
  }

  /** Sends rows of a portal as messages; returns their number. */
  async sendRows(portal: Portal, rowsMax: number): Promise<number> {
    return await portal.read(
      rowsMax,
      (writer, batch) => writer.messages(batch, pgLimits.sendBytes),
      (part) => this.wire.send(part),
    );
  }

  /** Charges a portal after its last row, and tells the price. */
  async settle(portal: Portal): Promise<void> {
    const charged = await portal.finish();
    if (charged !== undefined) await this.tellPrice(charged);
  }

  async tellPrice({ receipt, requestId }: { receipt: Receipt; requestId: string }): Promise<void> {
    this.settings.last = { cost: receipt.cost, requestId };
    await this.notice(priceNotice(receipt, requestId));
  }

  async notice(fields: ReplyFields): Promise<void> {
    const { severity } = fields;
    if (severity === 'ERROR' || severity === 'FATAL' || !this.settings.shows(severity)) return;
    await this.wire.send(replies.notice(fields));
  }

  cursor(name: string): Portal {
    const found = this.cursors.get(name);
    if (found === undefined)
      throw new ProtocolError('34000', `There is no cursor ${JSON.stringify(name.slice(0, 60))}`);
    return found.portal;
  }

  begin(): void {
    if (this.state !== 'I') return;
    this.state = 'T';
    this.#snapshotId = null;
    this.settings.beginTransaction();
  }

  /** Ends the transaction; a failed one is rolled back. Returns the tag. */
  async end(isCommit: boolean): Promise<string> {
    const isCommitted = isCommit && this.state !== 'E';
    if (this.state !== 'I') {
      this.settings.endTransaction(isCommitted);
      for (const [name, { portal, isHeld }] of [...this.cursors]) {
        if (isHeld && isCommitted) continue;
        this.cursors.delete(name);
        await portal.close();
      }
      await this.onTransactionEnd?.();
    }
    this.state = 'I';
    this.#snapshotId = null;
    return isCommitted ? 'COMMIT' : 'ROLLBACK';
  }

  /** Tells an error; within a transaction it has failed. */
  async fail(error: unknown, where: { text?: string; start?: number } = {}): Promise<void> {
    if (this.state === 'T') this.state = 'E';
    await this.wire.send(replies.error(failureFields(error, this.service, where)));
  }

  async closeCursors(): Promise<void> {
    for (const { portal } of this.cursors.values()) await portal.close();
    this.cursors.clear();
  }

  /** Sends one row of texts, as SHOW does. */
  async sendText(name: string, value: string, hasDescription: boolean): Promise<void> {
    const { description } = new RowWriter([textColumn(name)], []);
    if (hasDescription) await this.wire.send(replies.rowDescription(description));
    await this.wire.send(textRow(value));
  }
}

function textColumn(name: string): ResultColumn {
  return { name, type: 'VARCHAR', nullable: true };
}

/** A DataRow of one text. */
function textRow(value: string): Buffer {
  const text = Buffer.from(value);
  const row = Buffer.alloc(11);
  row.write('D', 'latin1');
  row.writeInt32BE(10 + text.length, 1);
  row.writeInt16BE(1, 5);
  row.writeInt32BE(text.length, 7);
  return Buffer.concat([row, text]);
}

function priceNotice({ cost, isFree, rows, repeatOf }: Receipt, requestId: string): ReplyFields {
  const before = repeatOf === null ? '' : `; request ${repeatOf} paid for the same rows`;
  return {
    severity: isFree ? 'DEBUG' : 'NOTICE',
    sqlState: '00000',
    message: `Cost ${cost} for ${rows} row${rows === 1 ? '' : 's'} (request ${requestId})`,
    detail: `The receipt is GET /api/requests/${requestId}${before}`,
  };
}
