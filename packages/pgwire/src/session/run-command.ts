import { readCopyOptions } from '../formats/copy-format.ts';
import { pgLimits } from '../pg-limits.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { replies } from '../protocol/replies.ts';
import type { Command } from '../text/command.ts';
import type { StatementText } from '../text/words.ts';
import type { Session } from './session.ts';

/** Commands that the session answers by itself. */
export type SessionCommand = Exclude<Command, { kind: 'query' }>;

/**
 * Runs a command of the session, with its rows; returns the tag of its end. `hasDescription`: whether rows are described
 * first. Errors: ProtocolError, those of statements.
 */
export async function runCommand(
  session: Session,
  command: SessionCommand,
  hasDescription: boolean,
): Promise<string> {
  const { settings } = session;
  switch (command.kind) {
    case 'begin':
      if (session.state === 'T') await warn(session, '25001', 'A transaction is open already');
      session.begin();
      return command.tag;
    case 'commit':
    case 'rollback':
      if (session.state === 'I') await warn(session, '25P01', 'No transaction is open');
      return await session.end(command.kind === 'commit');
    case 'rollback to':
      if (session.state === 'E') session.state = 'T';
      return command.tag;
    case 'savepoint':
    case 'nothing':
      return command.tag;
    case 'set':
      await set(session, command);
      return command.tag;
    case 'reset all':
      settings.resetAll();
      return command.tag;
    case 'discard':
      if (/ALL$/.test(command.tag)) {
        settings.resetAll();
        await session.closeCursors();
        await session.onDiscard?.();
      }
      return command.tag;
    case 'show':
      return await show(session, command.name, hasDescription);
    case 'deallocate':
      session.onDeallocate?.(command.name);
      return command.name === null ? 'DEALLOCATE ALL' : 'DEALLOCATE';
    case 'declare':
      await declare(session, command);
      return 'DECLARE CURSOR';
    case 'fetch':
      return await fetchRows(session, command, hasDescription);
    case 'close':
      await closeCursor(session, command.name);
      return command.name === null ? 'CLOSE CURSOR ALL' : 'CLOSE CURSOR';
    case 'copy':
      return await copy(session, command.query, command.options);
  }
}

async function warn(session: Session, sqlState: string, message: string): Promise<void> {
  await session.notice({ severity: 'WARNING', sqlState, message });
}

async function set(
  { settings, wire }: Session,
  { name, value, isLocal }: Extract<Command, { kind: 'set' }>,
): Promise<void> {
  settings.set(name, value, { isLocal });
  if (name !== 'application_name') return;
  await wire.send(replies.parameterStatus(name, settings.show(name)?.value ?? ''));
}

async function show(session: Session, name: string, hasDescription: boolean): Promise<string> {
  const shown = session.settings.show(name);
  if (shown !== undefined) {
    await session.sendText(shown.name, shown.value, hasDescription);
    return 'SHOW';
  }
  // SHOW TABLES and the like are the catalogue's
  const portal = session.portal(`SHOW ${name}`);
  await session.during(portal, async () => {
    if (hasDescription) await session.wire.send(replies.rowDescription(await portal.description()));
    await session.sendRows(portal, Number.POSITIVE_INFINITY);
    await session.settle(portal);
  });
  return 'SHOW';
}

async function declare(
  session: Session,
  { name, query, isHeld }: Extract<Command, { kind: 'declare' }>,
): Promise<void> {
  if (session.state === 'I' && !isHeld) {
    throw new ProtocolError('25P01', 'A cursor without WITH HOLD needs a transaction', {
      hint: 'Send BEGIN first',
    });
  }
  if (session.cursors.has(name))
    throw new ProtocolError('42P03', `There is a cursor ${JSON.stringify(name)} already`);
  if (session.cursors.size >= pgLimits.portalsMax)
    throw new ProtocolError('54000', `A session has at most ${pgLimits.portalsMax} cursors`, {
      hint: 'CLOSE one that is no longer read',
    });
  const portal = session.portal(query.text);
  // its errors are those of DECLARE
  await session.during(portal, async () => {});
  session.cursors.set(name, { portal, isHeld });
}

async function fetchRows(
  session: Session,
  { name, count, isMove }: Extract<Command, { kind: 'fetch' }>,
  hasDescription: boolean,
): Promise<string> {
  const portal = session.cursor(name);
  if (!Number.isInteger(count) || count < 0) {
    throw new ProtocolError('0A000', 'A cursor is read forwards only', {
      hint: 'FETCH FORWARD 100 FROM name',
    });
  }
  const verb = isMove ? 'MOVE' : 'FETCH';
  return await session.during(portal, async () => {
    if (hasDescription && !isMove)
      await session.wire.send(replies.rowDescription(await portal.description()));
    if (portal.isEnded || count === 0) return `${verb} 0`;
    const rows = isMove ? await skip(portal, count) : await session.sendRows(portal, count);
    if (!portal.hasMore) await session.settle(portal);
    return `${verb} ${rows}`;
  });
}

async function skip(portal: ReturnType<Session['cursor']>, count: number): Promise<number> {
  return await portal.read(
    count,
    () => [],
    async () => {},
  );
}

async function closeCursor(session: Session, name: string | null): Promise<void> {
  if (name === null) return await session.closeCursors();
  const portal = session.cursor(name);
  session.cursors.delete(name);
  await portal.close();
}

async function copy(
  session: Session,
  query: StatementText,
  options: Extract<Command, { kind: 'copy' }>['options'],
): Promise<string> {
  const format = readCopyOptions(options);
  const { wire } = session;
  const code = format.isBinary ? 1 : 0;
  const portal = session.portal(query.text, [], [code]);
  const bytesOf = (part: string | Uint8Array) => (typeof part === 'string' ? Buffer.from(part) : part);
  const rows = await session.during(portal, async () => {
    const { columns } = await portal.start();
    await wire.send(replies.copyOut(code, columns.length));
    const head = bytesOf(format.head(columns.map(({ name }) => name)));
    if (head.length > 0) await wire.send(replies.copyData(head));
    const count = await portal.read(
      Number.POSITIVE_INFINITY,
      function* (writer, batch) {
        for (const fields of writer.fields(batch))
          yield { bytes: replies.copyData(bytesOf(format.row(fields))), rows: 1 };
      },
      (part) => wire.send(part),
    );
    const tail = bytesOf(format.tail);
    if (tail.length > 0) await wire.send(replies.copyData(tail));
    const charged = await portal.finish();
    await wire.send(replies.copyDone);
    if (charged !== undefined) await session.tellPrice(charged);
    return count;
  });
  return `COPY ${rows}`;
}
